"""Countries under their several names, so that Brazil, Brazilian and Brasília are borne out by one another."""

from __future__ import annotations

_COUNTRIES = """
afghanistan afghan afghans kabul
albania albanian albanians tirana
argentina argentine argentinian
armenia armenian yerevan
australia australian australians canberra
austria austrian vienna
azerbaijan azerbaijani baku
bangladesh bangladeshi dhaka
belarus belarusian belarusians minsk
belgium belgian brussels
bolivia bolivian
brazil brazilian brazilians brasilia brasília
bulgaria bulgarian sofia
cambodia cambodian
canada canadian canadians ottawa
chile chilean chileans santiago
china chinese beijing prc
colombia colombian bogota bogotá
croatia croatian zagreb
cuba cuban havana
cyprus cypriot nicosia
czechia czech prague
denmark danish copenhagen
ecuador ecuadorian quito
egypt egyptian egyptians cairo
estonia estonian tallinn
ethiopia ethiopian
finland finnish helsinki
france french paris
georgia georgian tbilisi
germany german germans berlin
greece greek greeks athens
hungary hungarian budapest
india indian indians
indonesia indonesian jakarta
iran iranian iranians tehran
iraq iraqi iraqis baghdad
ireland irish dublin
israel israeli israelis jerusalem
italy italian italians rome
japan japanese tokyo
jordan jordanian amman
kazakhstan kazakh kazakhs astana
kenya kenyan nairobi
kuwait kuwaiti
kyrgyzstan kyrgyz bishkek
latvia latvian riga
lebanon lebanese beirut
libya libyan tripoli
lithuania lithuanian vilnius
malaysia malaysian
mexico mexican mexicans
moldova moldovan chisinau
mongolia mongolian
morocco moroccan rabat
myanmar burma burmese
nepal nepali nepalese kathmandu
netherlands dutch
nigeria nigerian nigerians
norway norwegian oslo
pakistan pakistani pakistanis islamabad
peru peruvian lima
philippines philippine filipino filipinos manila
poland polish poles warsaw
portugal portuguese lisbon
qatar qatari doha
romania romanian bucharest
russia russian russians moscow kremlin
serbia serbian serbs belgrade
singapore singaporean
slovakia slovak bratislava
slovenia slovenian
spain spanish madrid
sudan sudanese khartoum
sweden swedish swedes stockholm
switzerland swiss bern
syria syrian syrians damascus
taiwan taiwanese taipei
tajikistan tajik
thailand thai bangkok
tunisia tunisian tunis
turkey turkish turks ankara türkiye
ukraine ukrainian ukrainians kyiv kiev
uzbekistan uzbek tashkent
venezuela venezuelan caracas
vietnam vietnamese hanoi
yemen yemeni
"""

_GROUPS = [tuple(line.split()) for line in _COUNTRIES.strip().splitlines()]
_GROUPS += [
    ("us", "u.s", "usa", "united states", "american", "americans", "washington"),
    ("uk", "u.k", "united kingdom", "britain", "british", "london"),
    ("uae", "united arab emirates", "emirati", "abu dhabi"),
    ("saudi arabia", "saudi", "saudis", "riyadh"),
    ("south korea", "south korean", "south koreans", "seoul"),
    ("north korea", "north korean", "north koreans", "dprk", "pyongyang"),
    ("hong kong", "hongkong"),
    ("eu", "e.u", "european union"),
    ("un", "u.n", "united nations"),
    ("europe", "european", "europeans"),
    ("africa", "african", "africans"),
    ("asia", "asian", "asians"),
    ("latin america", "latin american", "south america", "south american"),
    ("middle east", "middle eastern"),
    ("balkans", "balkan"),
    ("baltics", "baltic"),
    ("scandinavia", "scandinavian", "nordic", "nordics"),
]
_MEMBERS = {
    "europe": "albania austria belgium bulgaria croatia czechia denmark estonia finland france germany greece hungary ireland italy latvia "
    "lithuania netherlands norway poland portugal romania serbia slovakia slovenia spain sweden switzerland uk ukraine",
    "africa": "egypt ethiopia kenya libya morocco nigeria sudan tunisia",
    "asia": "afghanistan bangladesh cambodia china india indonesia japan kazakhstan malaysia mongolia myanmar nepal pakistan philippines "
    "singapore taiwan thailand uzbekistan vietnam",
    "latin america": "argentina bolivia brazil chile colombia cuba ecuador mexico peru venezuela",
    "middle east": "iran iraq israel jordan kuwait lebanon qatar syria turkey uae yemen",
    "balkans": "albania bulgaria croatia greece romania serbia slovenia",
    "baltics": "estonia latvia lithuania",
    "scandinavia": "denmark finland norway sweden",
}
"""What is said of a country is said of its region; the reverse is not so."""
_REGIONS = frozenset({"eu", "un", *_MEMBERS})
_COUNTRY = {name: group for group in _GROUPS for name in group}
_BY_NAME = {
    name: (*group, *(one for member in _MEMBERS.get(group[0], "").split() for one in _COUNTRY[member]))
    for group in _GROUPS
    for name in group
}
PLACE_NAMES = frozenset(_BY_NAME)


def other_names(name: str) -> tuple[str, ...]:
    """All the names (lower case) of the country or region that `name` (lower case) is one of, and of a region's countries; else `name`."""
    return _BY_NAME.get(name, (name,))


def is_region(name: str) -> bool:
    """Whether `name` (lower case) is of more than one country, which of them nobody can say for sure."""
    return other_names(name)[0] in _REGIONS
