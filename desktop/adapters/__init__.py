"""How, with which engine: one engine a module, and none anywhere else."""
