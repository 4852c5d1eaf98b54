"""Words that say little of a subject: those of English, and those that papers of every field are written with."""

from __future__ import annotations

_ENGLISH = """
a about above according across actually after again against all allow allowed allowing allows almost alone along
already also although always am among an and another any anything apart are aren't around as aside at away back be
became because become becomes been before beforehand begin behind being below beside besides best better between
beyond both but by came can can't cannot come comes could couldn't did didn't do does doesn't doing don't done down
due during e e.g. each either else elsewhere enough entirely especially et etc even ever every everything everywhere
ex exactly example except far fewer first five followed following follows for former formerly four from further
furthermore gave get gets getting give given gives giving go goes going gone got had has hasn't have haven't having
he hence her here herein him his how however i i.e. if in indeed inside instead into is isn't it it's its itself
just keep keeps kept kind knew know known knows largely last later latter lead leading leads least led less lesser
let lets like likely little made mainly make makes making many may maybe me mean means meant might mine more
moreover most mostly much must my namely near nearly necessarily need needed needs neither never nevertheless new
newer newly next nine no nobody non none nor not nothing now nowhere obtain obtained obtaining obtains of off often
old on once one ones only onto or other others otherwise ought our ours ourselves out over overall own part
partially partly per perhaps possible possibly present presents previously probably put quite rather really recent
recently regarding relatively remain remaining remains respectively run runs same say says second see seem seems
seen seven several shall she should show showed showing shown shows similar similarly simply since six so some
somehow someone something sometimes somewhat somewhere soon still such sufficiently take taken takes taking ten than
that that's the their theirs them themselves then there thereby therefore therein these they third this those though
three through throughout thus to together too toward towards tried true try trying two under unless unlike until up
upon us use used useful uses using usually various vast very via vs was way ways we well were what whatever when
whence whenever where whereas whereby wherein whether which while who whole whom whose why wide widely will with
within without won't would yes yet you your
"""

_SCHOLARLY = """
ability able abstract academic accept accepted accessible accordingly account accuracy accurate accurately achieve
achieved achievement achieves achieving actual adapt adapted adapting adapts add added adding addition additional
additionally address addressed addresses addressing adequate adopt adopted adopting adoption advance advanced
advancement advances advantage advantages affect affected affecting affects aim aimed aiming aims alternative
alternatives amount amounts analyse analysed analyses analytical analyze analyzed analyzes analyzing appear appears
appendix applicability applicable application applications applied applies apply applying approach approached
approaches appropriate approximately arbitrarily arbitrary area areas argue argued arise arises article artifact
arxiv ask aspect aspects assess assessed assessing assessment assign assigned associated assume assumed assuming
assumption assumptions attain attained attempt attempts attract attracted automatic automatically availability
available average avoid avoiding avoids aware balanced base based baseline baselines basic basis benchmark
benchmarks beneficial benefit benefits bounded bridging brief briefly bring brings broad broader broadly build
building builds built calculate calculated calculation call called capabilities capability capable capacity capture
captured captures capturing careful carefully carried carry case cases caused causes causing central certain
challenge challenged challenges challenging change changed changes changing character characteristic characteristics
characterization characterize characterized characterizes characterizing cheap choices choose chosen claim claims
classic clear clearly close closely closer collect collected collecting collection com combination combinations
combine combined combines combining common commonly comparable compare compared compares comparing comparison
comparisons complete completely component components comprehensive comprehensively comprise comprises comprising
computationally compute computed computers conceptual concern concerned concerns conclude concluding conclusion
conclusions concrete condition conditions conduct conducted conducting confirm confirmed confirms conjunction
connect connections consequence consequences consequently consider considerable considerably consideration
considerations considered considering considers consist consistent consistently consisting consists constitute
constitutes constrained construct constructed constructing construction constructions constructs contain contained
containing contains contemporary contexts continuously contrary contrast contribute contributed contributes
contributing contribution contributions conventional convert correct correctly correspond corresponding corresponds
costly count covers create created creates creating critical crucial crucially current currently day days deal
dealing decade decades decide decrease decreases decreasing dedicated deeper define defined defines defining
definition definitions deliver delivering delivers demanding demonstrate demonstrated demonstrates demonstrating
demonstration depend depending depends deploy deployed deploying derive derived derives deriving describe described
describes describing description designed designing desirable desired despite detail detailed details determine
determined determines determining develop developed developing developments develops difference differences
different differently difficult difficulties difficulty dimensions direction directions directly discover discovered
discuss discussed discusses discussing discussion distinct distinguish diverse diversity doi dominant dominate
drastically draw drawing drive driven drives driving dynamically earlier early ease easier easily easy effect
effective effectively effectiveness effects efficacy efficiency efficient efficiently effort efforts element
elements eliminate eliminates eliminating emerge emerged emergence emerging emphasis emphasize empirical empirically
employ employed employing employs enable enabled enables enabling encounter encourage enhance enhanced enhancement
enhances enhancing ensure ensures ensuring entire equal equally equip equipped equivalent essential essentially
establish established establishes establishing estimate estimated estimates estimating evaluate evaluated evaluates
evaluating evaluation evaluations evidence evident evolve evolved evolving examine examined examines examining
examples exceed exceeding exceeds excellent exceptional execute executed executes executing exhibit exhibited
exhibiting exhibits exist existence existing exists expand expanding expect expected expensive experience experiment
experimental experimentally experiments explain explained explains explicit explicitly exploit exploited exploiting
exploits explore explored explores exploring exponentially express expressed extend extended extending extends
extension extensions extensive extensively extent extra extract extracted extracting extremely faced faces
facilitate facilitates fact factor factors fail failed fails fairly fall falls familiar family fast faster
feasibility feasible final finally find findings finds fit fix fixed flexibility focus focused focuses focusing form
formally format formation forms formulate formulated formulation formulations found foundation foundational
foundations framework frameworks frequently fully functionality fundamentally future gain gained gains gap gaps
generality generalization generalize generalized generalizes generally generate generated generates generating
github goal goals good grand great greater greatly ground grow growing guarantee guaranteed guaranteeing guarantees
guide guided guidelines guiding hand handle handles happen heavily heavy help helpful helping helps heuristic
heuristics higher highest highlight highlighted highlighting highlights highly hold holds hope http https idea ideal
ideas identical identification identified identifies identify identifying illustrate illustrated illustrates
immediate impact impacts imperative implement implementation implementations implemented implementing implements
implication implications implicitly importance important importantly impose improve improved improvement
improvements improves improving inability include included includes including incorporate incorporated incorporates
incorporating increase increased increases increasing increasingly incur independent independently indicate
indicates indicating individual individually induced industrial industry inefficient infinite influence inform
inherent inherently initial initially innovative insight insights inspired instance instances integral integrate
integrated integrates integrating integrity intended intensive interest interested interesting interestingly
intermediate internal interpret intrinsic introduce introduced introduces introducing introduction intuition
intuitive investigate investigated investigates investigating investigation involve involved involves involving
issue issues jointly justify lack lacks larger largest latest lay learn learned learns length levels leverage
leveraged leverages leveraging lies limitation limitations limited limiting linked list literature locate located
longer lower lowest main maintain maintained maintaining maintains major majority manage manages manner manual
manually mapped maps match matched matches mathematical matter maximal maximize maximizing meaningful measurable
measured measuring medium meet meets member members merely merge met method methodological methodologies methodology
methods metric metrics minimal minimize minimizes minimizing minor mitigate mitigates mitigating modeled modern
modest modification modifications modified modify modular motivate motivated motivation move moving naive native
naturally nature necessary necessity negligible nice noisy normal notable notably note notes noticeable notion
notions novel novelty number numbers numerical numerically numerous objective objectives observe observed observing
occur occurring occurs offer offering offers operate operates operating operational opportunities opportunity
opposed optimally optimize optimized optimizes optimizing option options org organization organize organized
original originally outcome outcomes outline outlined outperform outperformance outperformed outperforming
outperforms overcome overcomes overcoming overhead overheads overlook overlooked overview paper papers paradigm
paradigms particular particularly parts past percent percentage perfect perform performance performances performed
performing performs period phenomena phenomenon place placed poor poorly popular pose posed poses possess
possibilities possibility potential potentially powerful practical practically practice practices practitioners
precise precisely precision predict predicted predictions prefer preferred preliminary preprint presence
presentation presented presenting preserve preserved preserves preserving prevent prevents previous primarily
primary prime principal principle principled principles prior problem problems procedure procedures proceed
processed produce produced produces producing profound progress prohibitive prohibitively prominent promise
promising promote promotes prone proper properly properties property proposal propose proposed proposes proposing
prove proved proven proves provide provided provider providers provides providing proving publicly published purpose
purposes pursue quantify quantifying quantitative quantitatively quantities quick quickly raise raised raises
randomly range ranges ranging rapid rapidly rare rarely reach reached reaches reaching readily ready real-world
realistic realize realized realizing reasonable reasons receive received receives receiving recognize recognized
reduce reduced reduces reducing reductions refer referred refine refined reflect reflects regard regardless regime
regimes regular relate related relation relations relationship relationships relative release released relevance
relevant reliable reliably relies rely relying remarkable remarkably remove removed removing render replace replaced
replacing reported reporting reports represent representative represented representing represents reproduce require
required requirement requirements requires requiring research researchers resolve resolved resolves respect
respective respond responses restrict restricted restriction result resulted resulting results retain retaining
retains return reveal revealed revealing reveals reviewed reviews revisit rich rigorous rise rising risk role roles
root rough roughly round running runtime safe satisfied satisfies satisfy satisfying save scales scaling scenarios
scheme schemes scope score scores seek seeks select selected selecting selection selective sense sensitive
sensitivity separate separated separately sequences serve served serves serving set sets setting settings setup
severe severely share shares sharp shift shifts shortcomings showcase significance significant significantly simple
simpler simplicity simplified simplify simulate simultaneous simultaneously situation situations sizes slight
slightly smaller smallest solely solution solutions solve solved solves solving sophisticated sota sound sources
span spanning special specialized specially specific specifically specification specifications specified specify
stable stages standard standards start started starting starts state-of-the-art stated statement statistic
statistically status straightforward strength strengths strict strictly stronger strongest strongly studied studies
study studying subject subjects submitted subsequent subsequently subset subsets substantial substantially succeed
success successful successfully suffer suffers sufficient suggest suggested suggesting suggests suit suitable suite
sum summarize summary superior superiority supplementary supported supporting supports surpass surpasses surpassing
surprising surprisingly survey systematic systematically table tackle tackled tackles tackling tailored targeted
targeting targets team technical technically technique techniques technologies technology termed tested tests
theoretic theoretical theoretically theories thorough thoroughly thousands tight timely title today top topic topics
total totally tradeoff tradeoffs traditional traditionally trained transformed transforming treat treated trend
trends trivial turn turned turns typical typically ubiquitous ultimately unable uncover underlie underlying
understand understanding understood unexplored unfortunately unified uniformly unify unique uniquely unknown
unprecedented update updated updates url usage utilization utilize utilized utilizes utilizing valid validate
validated validates validating validation validity valuable variant variants variation variations variety vary
varying version versions versus viable view views wise word words worked working workload works worse worst worth
worthwhile written www year years yield yielded yielding yields
"""

_VAGUE = """
access act active adaptation adaptive adaptively additive adjusted admit algorithm algorithms allocation amplify
amplitude analogue analysis analytic answer answers approximate argument assisted asymptotic asymptotically author
authors automated balance balancing band bar becoming behavior behaviors behaviour billion bound boundary bounds
bridge budget burst calibrated categories category cause center centralized chapter check choice class classes
classical code coincide collaboration collaborative collective community compact competitive completion complex
complexity composition computable computation computational computer computing concept concepts conference connected
connection connectivity conservative consistency constant constraint constraints content context control controlled
convergence cooperation core correctness cost costs cover coverage covering criterion curve cutting data dataset
datasets decay decision decisions decouples deep degree degrees demand demands dense density dependence dependencies
dependency dependent deployment deployments depth design designs deterministic developer developers development
dimension dimensional direct directed discrete disk distributed documented domain domains drift dual dynamic
dynamics elastic embedded end endpoint ends engine enterprise enumeration environment environments equation
equations error errors estimation event events evolution exact examination excess exchange execution expert experts
exploration expression extensible extreme face facing fair false families feature features few fidelity field fields
figure financial finding fine finite flexible formal forward fraction free frequency frequent front frontier full
function functional functions fundamental general generation generic global grounded group groups growth handling
hard heterogeneous high history human hybrid identity idle implicit incorrect index information infrastructure input
inputs integration interface interfaces interpretation interval inverse irregular item items iterative job joint
journal key labels landscape large layer layers layout learning legacy lifetime light limit limits line linear lines
link links local location long loss lot low machine magnitude management map mapping matching maximum measure
measurement measurements measures mechanism mechanisms message migrating minimum mix mixed mode model modeling
modelling models modes module modules moment monetary monitor monotone multi multimodal multiple multiplication
mutual named natural nearby negative network networks node nodes noise noiseless object objects observable
observation observations odd offline online open operated operation operations operator operators optimal optimality
optimization order orders orientation oriented output outputs overlap owner pace page pages pair pairs parallel
parameter parameters participants partition partitioning pass path paths pattern patterns peak people perspective
perspectives phase phases physical pipeline pipelines pixel plan plane play plays point points policies policy pool
population position positive post power prediction predictive private process processes processing product
production products program programs proof proofs public quality quantity quantized query question questions radius
random ranking rate rates ratio raw real reason recall recognition recommend recommended reduction reference region
regions reliability report repository representation representations request requests resolution resource resources
response review room rotation rule rules sample samples scale scenario school science sciences scientific search
secondary secret section segment self separation sequence sequential sequentially service services shape shared
sharing short side signature signed simulated simulation simulations single size slot small smooth software source
space spaces spatial speed spread stability stage state states static statistical statistics step steps stopping
strategic strategies strategy string strong structural structure structured structures students style supervised
supply support surface switching symmetric synthesis synthetic system system-level systems target task tasks
temporal term terms test testing theorem theorems theory threshold tier time times tolerate tolerates tool tools
trade train training transfer transition treatment tunable tuning type types unavailable uniform union unit units
universal unseen uplink upper user users utility value values variable variables vector verified verifying viewed
virtual vital volume volumes web week weekly weight weights work workflow world zero
"""

_STOCK = """
best effort, closed form, edge cases, end to end, fine grained, free form, full scale, general purpose, ground
truth, high accuracy, high dimensional, high efficiency, high fidelity, high performance, high quality, high recall,
high resolution, higher order, large scale, large set, large size, large space, long range, long standing, long
term, low cost, low level, lower bound, multi level, multi stage, open problem, open question, open source, order of
magnitude, order to maximize, order to minimize, point of view, poly time, polynomial time, proof of concept, real
data, real time, real world, set of rules, short term, single step, small scale, small set, source code, step by
step, sufficient condition, trained model, training data, upper bound, user friendly, user study, wide range, work
in progress, world wide
"""

ENGLISH = frozenset(_ENGLISH.split())
"""Words that stand in no phrase."""

SCHOLARLY = frozenset(_SCHOLARLY.split())
"""Words that neither make, begin nor end a phrase."""

VAGUE = frozenset(_VAGUE.split())
"""Words that say too little alone, and enough in company ("low" in low rank)."""

STOCK = frozenset(" ".join(phrase.split()) for phrase in _STOCK.split(","))
"""Phrases that say nothing of a subject, in the singular."""
