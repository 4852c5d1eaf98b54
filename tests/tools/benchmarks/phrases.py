"""The words of invented papers: sentences with slots, and what goes into the slots. All of it is made up."""

from __future__ import annotations

OPENING = (
    "{Field} now depends on {thing}, and yet {problem}.",
    "Anyone who runs {thing} on {place} knows that {problem}.",
    "For {field}, the cost of {activity} has overtaken the cost of arithmetic.",
    "It is widely assumed that {activity} needs {thing}.",
    "As {place} grow, {activity} becomes the part of {field} that no longer scales.",
    "Little is known about {thing} once {problem}.",
    "Users of {place} expect {quality}, but {problem}.",
    "{Activity} is an old question of {field} that {place} ask anew.",
)
MIDDLE = (
    "We introduce {name}, which turns {activity} into a matter of {thing}.",
    "{Name} couples {thing} with {thing}, so that {activity} no longer waits for the slowest node.",
    "Its central idea is to treat {activity} as a game between {thing} and the scheduler.",
    "A model with {small} parameters predicts {quantity} from nothing but {thing}.",
    "Unlike earlier designs, {name} never stops {thing} while {activity} goes on.",
    "The design keeps {thing} apart from {thing}, which bounds {quantity} by a constant.",
    "We prove that {quantity} stays within a factor of {small} of the optimum whenever {condition}.",
    "We trace {large} jobs over {small} months and find that {percent}% of them suffer because {problem}.",
    "A prototype in {count} lines of {language} runs on {place} without changes to the applications.",
    "The prototype replaces {thing} by {thing} and needs no privileged access.",
    "Where {condition}, it falls back to {thing} and loses nothing but {quantity}.",
    "Each worker keeps a digest of {thing}, compares it with its neighbours', and repairs what differs.",
    "In the common case a request meets {thing} exactly once; only if {condition} does it travel further.",
    "On {place}, {quantity} drops by {percent}% against {thing}.",
    "On {large} nodes it sustains {percent}% of the peak, where the vendor's library stops at {less}%.",
    "Compared with {thing}, {name} is {factor}x faster at the median and {factor}x faster at the 99th percentile.",
    "The overhead is below {small}% in all {count} runs, and {quality} is kept throughout.",
    "An ablation shows that {thing} alone explains {percent}% of the gain.",
    "Surprisingly, {thing} matters less than {activity}: removing it costs only {less}% of {quantity}.",
    "We also report what did not work: {thing} made {quantity} worse on {place}.",
    "Three case studies, from {field} to {field}, show where the approach ends.",
    "{Name} reads its placement from {thing} and therefore needs no central coordinator.",
    "The analysis separates what is lost to {activity} from what is lost to {thing}.",
    "When {condition}, operators can trade {quantity} for {quality} with a single setting.",
)
RARE = (
    "No algorithm can do better than $\\Omega({variable} \\log {variable})$ messages when {condition}.",
    "Under this rule {quantity} grows as $O({variable}^{{{small}}})$ rather than with the number of nodes.",
    "The bound is tight up to a term of $\\frac{{{variable}}}{{{small}}} + \\epsilon_{{{variable}}}$.",
    "The overhead is <{small}% even for {large} nodes, i.e.~far below the noise.",
    "With $\\alpha < 0.{less}$ and \\emph{{no}} further tuning, {quantity} is {factor}$\\times$ lower.",
)
"""Sentences with TeX and signs that must be escaped: few abstracts have one."""
CLOSING = (
    "Code, traces and the scripts for every figure are public.",
    "Together these results suggest that {activity} deserves a place in the design of {place}.",
    "We close with {small} open questions on {thing}.",
    "{Name} has been in use on {place} for {small} months.",
    "The lesson is that {thing} should be measured before it is optimised.",
    "This makes {quality} affordable for {field}.",
    "Overall, {name} saves {percent}% of the energy at equal {quality}.",
)
TITLE = (
    "{Name}: {Activity} with {thing}",
    "{Name}: {Quality} for {field} on {place}",
    "{Name}: {Activity} when {condition}",
    "{Name}, or what {thing} costs in {field}",
    "{Activity} with {name} on {place}",
    "On {quantity} of {thing} for {field} on {place}",
    "Bounds on {quantity} with {thing} when {condition}",
)
SLOTS = {
    "field": (
        "weather simulation", "genome assembly", "training of large language models", "serverless computing",
        "graph analytics", "federated learning", "stream processing", "computational chemistry", "lattice physics",
        "online transaction processing", "sensor networks", "inference at the edge", "video delivery",
        "reservoir modelling", "plasma simulation", "search over vectors",
    ),
    "thing": (
        "collective communication", "a lock-free queue", "erasure-coded storage", "checkpoints in memory",
        "gossip between replicas", "key-value caches", "sparse matrix kernels", "one-sided messages",
        "a replicated log", "work stealing", "pipeline parallelism", "expert routing", "speculative execution",
        "page migration", "a byzantine quorum", "time-series telemetry", "directed acyclic task graphs",
        "asynchronous gradient updates", "mixed-precision solvers", "persistent memory", "programmable switches",
        "remote attestation", "content-addressed chunks", "container images", "a conflict-free data type",
    ),
    "activity": (
        "placing tasks", "moving tensors", "agreeing on an order", "balancing load", "recovering from a crash",
        "compressing gradients", "scheduling batches", "evicting cached blocks", "partitioning a mesh",
        "admitting requests", "tuning collectives", "migrating state", "detecting stragglers", "packing machines",
        "sharing accelerators", "synchronising clocks", "autoscaling a service", "overlapping transfers with kernels",
    ),
    "place": (
        "exascale machines", "shared GPU clusters", "geo-distributed data centres", "edge gateways",
        "preemptible instances", "heterogeneous nodes", "wafer-scale chips", "campus clusters", "satellite networks",
        "RISC-V boards", "disaggregated racks", "multi-tenant clouds",
    ),
    "problem": (
        "tail latency is set by its rarest path", "half of the memory sits idle", "failures are no longer rare",
        "the interconnect is the first thing to fill up", "its faults stay silent for hours",
        "every release changes the balance", "nobody can say where the time goes",
        "one slow link delays all others", "energy is billed by the peak",
    ),
    "quality": (
        "linearizable reads", "predictable latency", "reproducible sums", "fair sharing", "fault tolerance",
        "bounded staleness", "isolation between tenants", "portable performance",
    ),
    "quantity": (
        "the makespan", "the time to recovery", "communication volume", "the number of messages", "peak memory",
        "time to first token", "the energy per step", "write amplification", "the miss ratio", "queueing delay",
    ),
    "condition": (
        "links are asymmetric", "a third of the nodes lie", "arrivals come in bursts", "memory is scarce",
        "clocks drift apart", "tasks cannot be preempted", "the topology is unknown", "replicas leave without notice",
    ),
    "language": ("Rust", "C++", "Julia", "Go", "Fortran", "Python and CUDA"),
    "variable": ("n", "m", "k", "p"),
}  # fmt: skip
_SYLLABLES = "al bo cu dra el fi gor hel ir jun ka lo mun ne os pri qu ra sto tri ul va we yo zu"
SYLLABLES = _SYLLABLES.split()
ENDINGS = ("", "", "", "Grid", "Plan", "MPI", "KV", "-2", "Queue", "Route")
_GIVEN = (
    "Adaeze Agnes Ahmad Anneli Arash Aurora Bao Bianca Boris Cecilia Cyrus Dalia Dinesh Edda Emre Farida Florian "
    "Gita Gustav Haruka Henrik Ilse Ismail Jae-won Jelena Joaquín Kavya Keiko Klaus Leonie Lucas Magda Manuel "
    "Mbali Mikael Minh Nadine Nils Noor Ondřej Otto Paula Quentin Radu Rosa Samir Selin Simone Tadeo Teresa Tuan "
    "Ursula Viktor Wenjie Xiaoyu Yasmin Yusuf Zeynep Zhiyuan"
)
GIVEN = _GIVEN.split()
_FAMILY = (
    "Abebe Achterberg Alvarado Aydın Bakker Banerjee Bergström Brandt Cardoso Castellano Chaudhary Chu Dahl "
    "Delacroix Dlamini Drăgulescu Ekberg Esposito Fernando Fontaine Fukuda Gallo Georgiou Goldberg Guzmán Hakimi "
    "Halvorsen Hoang Horváth Ibrahim Inoue Jovanović Kamau Karlsson Keller Kowalczyk Kuznetsov Lam Lindqvist "
    "Macedo Malik Marchetti Mendoza Moreau Mutua Nakagawa Ndiaye Nowak Obi Olsen Papadakis Pham Pokorný Quispe "
    "Ramaswamy Ribeiro Richter Sadeghi Salazar Sato Schreiber Simić Steiner Tanaka Teixeira Thapa Tkachenko "
    "Uchida Valdez Virtanen Vogel Weiss Wong Xie Yamamoto Yıldız Zamora Zeng Zimmermann"
)
FAMILY = _FAMILY.split()
OTHERS = {
    "cs.LG": 24, "cs.AI": 15, "cs.NI": 14, "cs.AR": 13, "cs.CR": 12, "cs.DS": 10, "cs.SE": 9, "cs.DB": 9, "cs.PF": 8,
    "cs.OS": 6, "cs.PL": 5, "cs.ET": 4, "cs.MS": 4, "cs.CV": 4, "math.NA": 4, "quant-ph": 4, "eess.SY": 3, "stat.ML": 3,
    "physics.comp-ph": 3,
}  # fmt: skip
"""Other categories of cs.DC's papers, and how common they are."""
