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
ability able abstract academic accept accepted access accessible accordingly account accuracy accurate accurately
achieve achieved achievement achieves achieving actual adapt adapted adapting adaptive adapts add added adding
addition additional additionally address addressed addresses addressing adequate adopt adopted adopting adoption
advance advanced advancement advances advantage advantages affect affected affecting affects aim aimed aiming aims
algorithm algorithms alternative alternatives amount amounts analyse analysed analyses analysis analytical analyze
analyzed analyzes analyzing appear appears appendix applicability applicable application applications applied
applies apply applying approach approached approaches appropriate approximate approximately arbitrarily arbitrary
area areas argue argued arise arises article artifact arxiv ask aspect aspects assess assessed assessing assessment
assign assigned associated assume assumed assuming assumption assumptions attain attained attempt attempts attract
attracted automatic automatically availability available average avoid avoiding avoids aware balanced base based
baseline baselines basic basis benchmark benchmarks beneficial benefit benefits bounded bridging brief briefly bring
brings broad broader broadly build building builds built calculate calculated calculation call called capabilities
capability capable capacity capture captured captures capturing careful carefully carried carry case cases caused
causes causing central certain challenge challenged challenges challenging change changed changes changing character
characteristic characteristics characterization characterize characterized characterizes characterizing cheap check
choice choices choose chosen claim claims classic clear clearly close closely closer collect collected collecting
collection com combination combinations combine combined combines combining common commonly comparable compare
compared compares comparing comparison comparisons complete completely complex complexity component components
comprehensive comprehensively comprise comprises comprising computation computational computationally compute
computed computers computing conceptual concern concerned concerns conclude concluding conclusion conclusions
concrete condition conditions conduct conducted conducting confirm confirmed confirms conjunction connect
connections consequence consequences consequently consider considerable considerably consideration considerations
considered considering considers consist consistent consistently consisting consists constant constitute constitutes
constrained constraint constraints construct constructed constructing construction constructions constructs contain
contained containing contains contemporary contexts continuously contrary contrast contribute contributed
contributes contributing contribution contributions conventional convert correct correctly correctness correspond
corresponding corresponds costly count covers create created creates creating critical crucial crucially current
currently data dataset datasets day days deal dealing decade decades decide decrease decreases decreasing dedicated
deep deeper define defined defines defining definition definitions deliver delivering delivers demanding demonstrate
demonstrated demonstrates demonstrating demonstration depend depending depends deploy deployed deploying derive
derived derives deriving describe described describes describing description design designed designing designs
desirable desired despite detail detailed details determine determined determines determining develop developed
developing developments develops difference differences different differently difficult difficulties difficulty
dimensions direct direction directions directly discover discovered discuss discussed discusses discussing
discussion distinct distinguish diverse diversity doi dominant dominate drastically draw drawing drive driven drives
driving dynamic dynamically earlier early ease easier easily easy effect effective effectively effectiveness effects
efficacy efficiency efficient efficiently effort efforts element elements eliminate eliminates eliminating emerge
emerged emergence emerging emphasis emphasize empirical empirically employ employed employing employs enable enabled
enables enabling encounter encourage end ends enhance enhanced enhancement enhances enhancing ensure ensures
ensuring entire equal equally equip equipped equivalent essential essentially establish established establishes
establishing estimate estimated estimates estimating evaluate evaluated evaluates evaluating evaluation evaluations
evidence evident evolve evolved evolving examine examined examines examining examples exceed exceeding exceeds
excellent exceptional execute executed executes executing exhibit exhibited exhibiting exhibits exist existence
existing exists expand expanding expect expected expensive experience experiment experimental experimentally
experiments explain explained explains explicit explicitly exploit exploited exploiting exploits explore explored
explores exploring exponentially express expressed extend extended extending extends extension extensions extensive
extensively extent extra extract extracted extracting extremely faced faces facilitate facilitates fact factor
factors fail failed fails fairly fall falls familiar family fast faster feasibility feasible few final finally find
findings finds fit fix fixed flexibility focus focused focuses focusing form formal formally format formation forms
formulate formulated formulation formulations found foundation foundational foundations framework frameworks free
frequently full fully functional functionality fundamentally future gain gained gains gap gaps general generality
generalization generalize generalized generalizes generally generate generated generates generating github global
goal goals good grand great greater greatly ground grow growing guarantee guaranteed guaranteeing guarantees guide
guided guidelines guiding hand handle handles happen heavily heavy help helpful helping helps heuristic heuristics
high higher highest highlight highlighted highlighting highlights highly hold holds hope http https idea ideal ideas
identical identification identified identifies identify identifying illustrate illustrated illustrates immediate
impact impacts imperative implement implementation implementations implemented implementing implements implication
implications implicitly importance important importantly impose improve improved improvement improvements improves
improving inability include included includes including incorporate incorporated incorporates incorporating increase
increased increases increasing increasingly incur independent independently indicate indicates indicating individual
individually induced industrial industry inefficient infinite influence inform inherent inherently initial initially
innovative input inputs insight insights inspired instance instances integral integrate integrated integrates
integrating integration integrity intended intensive interest interested interesting interestingly intermediate
internal interpret intrinsic introduce introduced introduces introducing introduction intuition intuitive
investigate investigated investigates investigating investigation involve involved involves involving issue issues
jointly justify key lack lacks large larger largest latest lay learn learned learns length levels leverage leveraged
leverages leveraging lies limitation limitations limited limiting linked list literature locate located long longer
low lower lowest main maintain maintained maintaining maintains major majority manage management manages manner
manual manually mapped maps match matched matches mathematical matter maximal maximize maximizing maximum meaningful
measurable measured measuring medium meet meets member members merely merge met method methodological methodologies
methodology methods metric metrics minimal minimize minimizes minimizing minimum minor mitigate mitigates mitigating
model modeled modeling modelling models modern modest modification modifications modified modify modular motivate
motivated motivation move moving multi multiple naive native naturally nature necessary necessity negligible nice
noisy normal notable notably note notes noticeable notion notions novel novelty number numbers numerical numerically
numerous objective objectives observe observed observing occur occurring occurs offer offering offers open operate
operates operating operational opportunities opportunity opposed optimal optimality optimally optimize optimized
optimizes optimizing option options org organization organize organized original originally outcome outcomes outline
outlined outperform outperformance outperformed outperforming outperforms output outputs overcome overcomes
overcoming overhead overheads overlook overlooked overview paper papers paradigm paradigms parameter particular
particularly parts past percent percentage perfect perform performance performances performed performing performs
period phenomena phenomenon place placed poor poorly popular pose posed poses possess possibilities possibility
potential potentially powerful practical practically practice practices practitioners precise precisely precision
predict predicted predictions prefer preferred preliminary preprint presence presentation presented presenting
preserve preserved preserves preserving prevent prevents previous primarily primary prime principal principle
principled principles prior problem problems procedure procedures proceed process processed processes processing
produce produced produces producing profound progress prohibitive prohibitively prominent promise promising promote
promotes prone proper properly properties property proposal propose proposed proposes proposing prove proved proven
proves provide provided provider providers provides providing proving publicly published purpose purposes pursue
quantify quantifying quantitative quantitatively quantities quantity quick quickly raise raised raises randomly
range ranges ranging rapid rapidly rare rarely rate rates ratio reach reached reaches reaching readily ready real
real-world realistic realize realized realizing reasonable reasons receive received receives receiving recognize
recognized reduce reduced reduces reducing reduction reductions refer referred refine refined reflect reflects
regard regardless regime regimes regular relate related relation relations relationship relationships relative
release released relevance relevant reliable reliably relies rely relying remarkable remarkably remove removed
removing render replace replaced replacing reported reporting reports represent representation representations
representative represented representing represents reproduce require required requirement requirements requires
requiring research researchers resolve resolved resolves respect respective respond response responses restrict
restricted restriction result resulted resulting results retain retaining retains return reveal revealed revealing
reveals reviewed reviews revisit rich rigorous rise rising risk role roles root rough roughly round rule rules
running runtime safe satisfied satisfies satisfy satisfying save scales scaling scenarios scheme schemes scope score
scores seek seeks select selected selecting selection selective self sense sensitive sensitivity separate separated
separately sequences serve served serves serving set sets setting settings setup severe severely share shared shares
sharp shift shifts short shortcomings showcase side significance significant significantly simple simpler simplicity
simplified simplify simulate simultaneous simultaneously single situation situations size sizes slight slightly
small smaller smallest solely solution solutions solve solved solves solving sophisticated sota sound source sources
span spanning special specialized specially specific specifically specification specifications specified specify
stable stage stages standard standards start started starting starts state state-of-the-art stated statement states
statistic statistically statistics status step steps straightforward strategies strategy strength strengths strict
strictly strong stronger strongest strongly structure structured structures studied studies study studying style
subject subjects submitted subsequent subsequently subset subsets substantial substantially succeed success
successful successfully suffer suffers sufficient suggest suggested suggesting suggests suit suitable suite sum
summarize summary superior superiority supplementary support supported supporting supports surpass surpasses
surpassing surprising surprisingly survey system systematic systematically systems table tackle tackled tackles
tackling tailored target targeted targeting targets task tasks team technical technically technique techniques
technologies technology term termed terms tested tests theoretic theoretical theoretically theories theory thorough
thoroughly thousands tight time timely times title today tool tools top topic topics total totally tradeoff
tradeoffs traditional traditionally train trained training transformed transforming treat treated trend trends
trivial turn turned turns type types typical typically ubiquitous ultimately unable uncover underlie underlying
understand understanding understood unexplored unfortunately unified uniformly unify unique uniquely unit unknown
unprecedented update updated updates url usage utilization utilize utilized utilizes utilizing valid validate
validated validates validating validation validity valuable value values variable variables variant variants
variation variations variety vary varying version versions versus viable view views weight wise word words work
worked working workload works world worse worst worth worthwhile written www year years yield yielded yielding
yields zero
"""

_VAGUE = """
act active adaptation adaptively additive adjusted admit allocation amplify amplitude analogue analytic answer
answers argument assisted asymptotic asymptotically author authors automated balance balancing band bar becoming
behavior behaviors behaviour billion bound boundary bounds bridge budget burst calibrated categories category cause
center centralized chapter class classes classical code coincide collaboration collaborative collective community
compact competitive completion composition computable computer concept concepts conference connected connection
connectivity conservative consistency content context control controlled convergence cooperation core cost costs
cover coverage covering criterion curve cutting decay decision decisions decouples degree degrees demand demands
dense density dependence dependencies dependency dependent deployment deployments depth deterministic developer
developers development dimension dimensional directed discrete disk distributed documented domain domains drift dual
dynamics elastic embedded endpoint engine enterprise enumeration environment environments equation equations error
errors estimation event events evolution exact examination excess exchange execution expert experts exploration
expression extensible extreme face facing fair false families feature features fidelity field fields figure
financial finding fine finite flexible forward fraction frequency frequent front frontier function functions
fundamental generation generic grounded group groups growth handling hard heterogeneous history human hybrid
identity idle implicit incorrect index information infrastructure interface interfaces interpretation interval
inverse irregular item items iterative job joint journal labels landscape layer layers layout learning legacy
lifetime light limit limits line linear lines link links local location loss lot machine magnitude map mapping
matching measure measurement measurements measures mechanism mechanisms message migrating mix mixed mode modes
module modules moment monetary monitor monotone multimodal multiplication mutual named natural nearby negative
network networks node nodes noise noiseless object objects observable observation observations odd offline online
operated operation operations operator operators optimization order orders orientation oriented overlap owner pace
page pages pair pairs parallel parameters participants partition partitioning pass path paths pattern patterns peak
people perspective perspectives phase phases physical pipeline pipelines pixel plan plane play plays point points
policies policy pool population position positive post power prediction predictive private product production
products program programs proof proofs public quality quantized query question questions radius random ranking raw
reason recall recognition recommend recommended reference region regions reliability report repository request
requests resolution resource resources review room rotation sample samples scale scenario school science sciences
scientific search secondary secret section segment separation sequence sequential sequentially service services
shape sharing signature signed simulated simulation simulations slot smooth software space spaces spatial speed
spread stability static statistical stopping strategic string structural students supervised supply surface
switching symmetric synthesis synthetic system-level temporal test testing theorem theorems threshold tier tolerate
tolerates trade transfer transition treatment tunable tuning unavailable uniform union units universal unseen uplink
upper user users utility vector verified verifying viewed virtual vital volume volumes web week weekly weights
workflow
"""

ENGLISH = frozenset(_ENGLISH.split())
"""Words that stand in no phrase."""

SCHOLARLY = frozenset(_SCHOLARLY.split())
"""Words that make no phrase; within one they may stand ("low" in low rank), as long as another says more."""

VAGUE = frozenset(_VAGUE.split())
"""Words that say too little alone, and enough in company ("random" in random access)."""
