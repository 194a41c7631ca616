import type { DocumentType } from '../propose-type.ts'

/**
 * How a document of a type calls itself, and the words that such a document has besides. All are regular expressions on folded words
 * with single spaces between them.
 */
export type TitleRule = {
  type: DocumentType
  /** The title. */
  title: RegExp
  /** Words in the text of such a document; fewer than `least` of these make the title a mention. */
  text: readonly RegExp[]
  least: number
  /** Such documents are usually letters or notices. */
  isLetter?: true
}

/** Alternatives, separated by slashes, as whole words. */
const any = (sources: string) => new RegExp(` (?:${sources.replaceAll(' / ', '|')})(?= )`)
/** A pattern for each of these, separated by slashes. */
const each = (sources: string): RegExp[] => sources.split(' / ').map((source) => new RegExp(` (?:${source})(?= )`))

const ofTrust = each(
  'trustees? / grantors?|settlors?|trustors? / beneficiar(?:y|ies) / trust estate|trust property|trust fund|principal and income|income and principal|net income',
)
const ofCompany = each(
  'members?|partners? / capital (?:contributions?|accounts?)|contributions? / managers?|general partner|management / distributions?|profits|allocations?|allocated / interests?|units|percentage',
)
const ofAmendment = each(
  'amend(?:s|ed|ment)?|modif(?:y|ies|ied) / deleted|replaced|substituted|restated|revised|added|following|in full force|ratified|confirmed|in all other respects|hereby',
)
const ofHealthAgent = each(
  'appoint|designate|name|nominate / agent|proxy|surrogate|representative|attorney in fact|patient advocate / health care|healthcare|medical|treatment / decisions?|physicians?|doctor|hospital',
)
const ofReturn = each(
  'penalties of perjury|under penalty of perjury|preparer|paid preparer / taxpayer|donor|social security number|ssn|employer identification|identifying number|ein|decedent|name / tax year|calendar year|fiscal year|taxable year|for the year|20\\d\\d|19\\d\\d / total income|taxable income|adjusted gross income|taxable gifts|deductions?|exemption|schedule|total tax|wages|gross receipts|annual exclusion',
)
const taxForm = '(?:irs )?form'

/** The rules of all types that can be told from a title. */
export const titleRules: readonly TitleRule[] = [
  {
    type: 'GRAT_DESIGN_SUMMARY',
    title: any(
      '(?:grat|grantor retained annuity trust)(?: grat)? (?:design|structure|plan design)(?: summary| overview| memorandum)? / design summary (?:for )?(?:the |a )?(?:.{0,40} )?(?:grat|grantor retained annuity trust)',
    ),
    text: each('annuity / 7520|hurdle|interest rate / term / remainder|gift'),
    least: 2,
  },
  {
    type: 'GENERATED_PRESENTATION',
    title: any(
      '(?:estate|wealth|planning|client|family|advisory|strategy|transfer|review|annual) (?:plan(?:ning)? )?presentation',
    ),
    text: each(
      'agenda|overview|next steps|recommendations?|strateg(?:y|ies)|goals|objectives / estate|wealth|family|transfer',
    ),
    least: 2,
  },
  {
    type: 'ASSET_VALUATION',
    title: any(
      '(?:appraisal|valuation) report / (?:report|summary) of (?:appraisal|valuation) / (?:restricted |summary |real estate |residential |business |property |jewelry |art |collection |uniform |asset |independent )+(?:appraisal|valuation)(?: report)? / (?:appraisal|valuation) of / opinion of (?:fair market )?value',
    ),
    text: each(
      'fair market value|market value|appraised value|estimated value|concluded value|opinion of value / apprais(?:er|al|ed)|valuation|valued / approach|comparable|method|discount|condition|as of|effective date|uspap|certif(?:y|ication)',
    ),
    least: 3,
  },
  {
    type: 'EXISTING_REMAINDER_TRUST_DOCUMENT',
    title: any(
      'charitable remainder (?:unitrust|annuity trust|trust)(?: agreement| declaration)? / remainder (?:unitrust|annuity trust|trust) agreement / crut agreement|crat agreement|crt agreement',
    ),
    text: [...each('unitrust|annuity / charit(?:y|able) / remainder'), ...ofTrust],
    least: 4,
  },
  {
    type: 'SIGNED_TRUST_DOCUMENT',
    title: any(
      'trust (?:[ivx]+ |no \\d+ |number \\d+ |\\d+ )?agreement / agreement (?:and declaration )?of trust / (?:agreement and )?declaration of (?:living |revocable |irrevocable )*trust / trust (?:indenture|instrument|declaration) / indenture of trust / (?:revocable|irrevocable|living|life insurance|grantor retained annuity|spousal lifetime access|qualified personal residence|dynasty) trust(?: agreement)?',
    ),
    text: ofTrust,
    least: 3,
  },
  {
    type: 'TRANSFER_CONFIRMATION',
    title: any(
      '(?:wire |funds |fund |account |asset |cash |securities |outgoing |incoming |electronic )*transfer (?:confirmation|advice) / confirmation of (?:.{0,30} )?(?:wire|transfer) / wire (?:confirmation|advice) / acat(?:s)?(?: transfer)? confirmation',
    ),
    text: each(
      'amount|value|total|shares / from|debited?|originator|delivering|sender|sent / to|credited?|beneficiary|receiving|recipient / account|reference|confirmation (?:number|no)|wire|aba|routing|completed|settled|effective',
    ),
    least: 4,
    isLetter: true,
  },
  {
    type: 'BALANCE_SHEET',
    title: any(
      '(?:consolidated |personal |family |household |combined )*balance sheet / (?:personal |consolidated |family )*statement of (?:financial (?:condition|position)|net worth|assets and liabilities) / net worth statement|personal financial statement',
    ),
    text: each('assets? / liabilit(?:y|ies)|debts?|mortgages?|loans? / net worth|equity|total|net assets'),
    least: 2,
  },
  {
    type: 'WILL_CODICIL',
    title: any('(?:first |second |third |fourth |1st |2nd |3rd )?codicil'),
    text: each(
      'last will|my will|said will|will and testament / codicil / republish|confirm|ratify|revoke|amend|modify|change|delete|in all other respects|witness',
    ),
    least: 3,
  },
  {
    type: 'WILL',
    title: any(
      'last will(?: and testament)? / will and testament / (?:pour over |pourover |simple |reciprocal |mutual )will / (?<!living )will of',
    ),
    text: each(
      'revoke|revoking / execut(?:or|rix|ors)|personal representative|fiduciary / i (?:give|devise|bequeath|leave)|bequeath|residue|residuary|rest of my estate / declare|publish|make this|testat(?:or|rix)|my will|last will / witness(?:es|eth)?|sound mind|attest(?:ation|ed)?',
    ),
    least: 3,
  },
  {
    type: 'HEALTHCARE_PROXY',
    title: any(
      'health ?care (?:proxy|power of attorney|agent|representative|surrogate)(?: (?:appointment|designation|form|directive))? / (?:durable )?(?:medical |health ?care )power of attorney / (?:durable )?power of attorney for (?:health ?care|medical)(?: decisions| care| treatment)? / (?:designation|appointment) of (?:a |my )?(?:health ?care|medical|patient) (?:agent|proxy|surrogate|representative|advocate) / medical proxy|patient advocate designation|medical treatment proxy',
    ),
    text: ofHealthAgent,
    least: 3,
  },
  {
    type: 'LIVING_WILL',
    title: any(
      'living will / directive to physicians / declaration (?:of|regarding|concerning|relating to) (?:a )?(?:desire for a natural death|life (?:sustaining|prolonging) (?:treatment|procedures)) / natural death declaration|declaration of (?:a )?natural death',
    ),
    text: each(
      'life (?:sustaining|prolonging|support)|artificial(?:ly)?|nutrition|hydration|resuscitat(?:e|ion)|extraordinary measures|natural(?:ly)? / terminal(?:ly)?|incurable|vegetative|unconscious|irreversible|dying|death / physicians?|doctors?|medical|treatment',
    ),
    least: 2,
  },
  {
    type: 'POWER_OF_ATTORNEY',
    title: any(
      '(?:durable |general |limited |special |statutory |short form |springing |financial |uniform |new york |california |florida |texas )*power of attorney / powers of attorney',
    ),
    text: each(
      'appoint|designate|name|constitute|grant / attorney in fact|agent|attorneys? in fact / principal|undersigned|my behalf|my name|act for me|in my place / bank(?:ing)?|real (?:estate|property)|securities|tax(?:es)?|incapac|disab|property|financial|durable|authority|powers?',
    ),
    least: 3,
  },
  {
    type: 'ASSIGNMENT_OF_TANGIBLE_PROPERTY',
    title: any(
      '(?:general )?assignment (?:and transfer )?of (?:all )?(?:my )?(?:tangible (?:and intangible )?)?(?:personal )(?:property|effects) / (?:general )?assignment of (?:all )?tangible(?:s| property)?(?: personal property)? / tangible personal property assignment',
    ),
    text: each(
      'assign(?:s|ed|or)?|transfer(?:s|red)?|convey(?:s|ed)? / furniture|jewelry|furnishings|household|artwork?|tangible|clothing|vehicles|collectibles / trustee|trust|assignee',
    ),
    least: 3,
  },
  {
    type: 'ASSIGNMENT_OF_INTEREST',
    title: any(
      'assignment (?:and (?:assumption|transfer|acceptance) )?of (?:.{0,40} )?(?:membership|partnership|llc|limited liability company|ownership|beneficial|member|company|partner|limited partner|economic|shareholder|stock)(?:ship)? (?:interests?|units?|shares) / assignment (?:and assumption )?of (?:.{0,20} )?interests? / (?:membership|partnership|llc) interest assignment(?: agreement)?',
    ),
    text: each(
      'assignor|transferor|undersigned|assigns? / assignee|transferee|accepts?|trustee / interest|units|percent|membership|shares',
    ),
    least: 3,
  },
  {
    type: 'LOAN_NOTE_AGREEMENT',
    title: any(
      '(?:secured |unsecured |demand |intra ?family |intrafamily |term |balloon |installment |self canceling |mortgage |amortizing )*promissory note / (?:secured |intra ?family |term |family |installment |split dollar )*loan (?:and security )?agreement / (?:demand|term|installment) note|loan note agreement|loan note',
    ),
    text: each(
      'borrower|maker|debtor|undersigned / lender|holder|payee|order of|creditor / interest|per annum|rate / principal|sum|dollars / default|prepa(?:y|id|yment)|maturity|due|payable|installments?',
    ),
    least: 4,
  },
  {
    type: 'ARTICLES_OF_INCORPORATION',
    title: any('(?:amended and restated |restated )?(?:articles|certificate) of incorporation'),
    text: each(
      'corporation|incorporat(?:or|ed|ion) / shares|capital stock|stock|directors? / registered (?:agent|office)|purpose|perpetual|secretary of state',
    ),
    least: 3,
  },
  {
    type: 'CORPORATE_BYLAWS',
    title: any('(?:corporate )?(?:bylaws|by laws)'),
    text: each('directors? / shareholders?|stockholders?|members / officers?|president|secretary / meetings?|quorum'),
    least: 3,
  },
  {
    type: 'SHAREHOLDERS_AGREEMENT',
    title: any('(?:shareholders?|stockholders?)(?: s)? agreement'),
    text: each(
      'shares|stock / shareholders?|stockholders? / transfer|purchase|offer|refusal|vote|death|buy / corporation|company',
    ),
    least: 3,
  },
  {
    type: 'LLC_AGREEMENT',
    title: any('(?:limited liability company|llc|l l c) agreement'),
    text: ofCompany,
    least: 3,
  },
  {
    type: 'OPERATING_AGREEMENT',
    title: any('operating agreement'),
    text: ofCompany,
    least: 3,
  },
  {
    type: 'PARTNERSHIP_AGREEMENT',
    title: any(
      '(?:family )?(?:limited |general |limited liability )?partnership agreement / (?:agreement|articles) of (?:limited |general )?partnership',
    ),
    text: ofCompany,
    least: 3,
  },
  {
    type: 'ACCOUNT_DOCUMENTATION_STATEMENT',
    title: any(
      '(?:brokerage |investment |bank |checking |savings |retirement |ira |custody |trust |monthly |quarterly |annual |year end |client |consolidated |portfolio )*account statement / (?:brokerage|investment|monthly|quarterly|portfolio|custody|client|year end|retirement|bank|checking|savings|ira|consolidated) statement / statement of (?:accounts?|holdings|investments|portfolio) / statement (?:period|for the period)',
    ),
    text: each(
      'account (?:number|no|ending)|account / (?:ending|closing|beginning|opening|total) (?:account )?(?:balance|value)|market value|account value|net asset value / holdings|positions|securities|deposits?|withdrawals?|dividends|shares|quantity|price|transactions|activity / period|as of|through|ending|statement date',
    ),
    least: 3,
  },
  {
    type: 'TAX_ID_CONFIRMATION',
    title: any(
      'cp ?575(?: ?[a-h])?|(?:letter )?147 ?c / (?:confirmation of )?(?:employer|taxpayer) identification number (?:confirmation|assignment|assigned|notice|verification) / (?:assignment|confirmation|verification) of (?:your )?(?:employer|taxpayer|ein|federal tax) (?:identification|id)?(?: number)? / ein confirmation(?: letter| notice)?|tax id confirmation|we assigned you an employer identification number',
    ),
    text: each(
      'internal revenue service|irs|department of the treasury / employer identification number|ein|taxpayer identification number / assigned|your ein|confirm(?:s|ed|ation)?|verif(?:y|ies|ied)',
    ),
    least: 3,
    isLetter: true,
  },
  {
    type: 'GIFT_TAX_RETURN',
    title: any(
      `${taxForm} 709 / united states gift(?: and generation skipping transfer)? tax return / (?:federal )?gift(?: and generation skipping transfer)? tax return`,
    ),
    text: [...ofReturn, ...each('donor / donee|gifts?')],
    least: 4,
  },
  {
    type: 'INCOME_TAX_RETURN',
    title: any(
      `${taxForm} (?:1040(?: ?sr| ?nr)?|1041|1065|1120(?: ?s)?) / (?:u s |united states |federal |state |resident |nonresident |individual |fiduciary |corporation |partnership |joint |part year |california |new york |new jersey |connecticut |massachusetts |illinois |virginia )*income tax return / u s return of partnership income`,
    ),
    text: ofReturn,
    least: 3,
  },
  {
    type: 'TAX_FILING',
    title: any(
      `${taxForm} (?:4868|7004|8868|706|8971|5227|8892|4768) / application for (?:automatic )?extension of time to file(?: .{0,60})? / united states estate(?: and generation skipping transfer)? tax return`,
    ),
    text: ofReturn,
    least: 2,
  },
  {
    type: 'TAX_RECEIPT',
    title: any(
      '(?:official |property |charitable |donation |real estate |estimated |income |school )*tax (?:payment )?receipt / (?:official )?(?:donation|charitable (?:contribution|donation|gift)) (?:tax )?receipt / receipt for (?:property |income |estimated |real estate )*tax(?:es)?(?: payment| paid)?',
    ),
    text: each(
      'amount|total|paid|received / date|year|20\\d\\d / tax|parcel|collector|treasurer|donor|contribution|goods or services',
    ),
    least: 3,
    isLetter: true,
  },
  {
    type: 'STATE_BUSINESS_FILING',
    title: any(
      'statement of information / certificate of (?:good standing|existence|status|fact|authorization) / (?:annual|biennial|periodic) (?:report|statement|registration)',
    ),
    text: each(
      'secretary of (?:the )?(?:state|commonwealth)|department of state|division of corporations|corporations division|state corporation commission / registered agent|principal (?:office|address|place)|entity (?:number|name|id)|file number|good standing|existence|filing (?:date|number|fee) / llc|inc|corporation|limited|company|lp|business',
    ),
    least: 3,
  },
  {
    type: 'LOGGED_CONTRIBUTION',
    title: any(
      '(?:capital )?contributions? (?:log|record|ledger|register) / (?:log|record|ledger|register) of (?:capital )?contributions? / logged contributions?',
    ),
    text: each('amount|total|value / date|20\\d\\d / contribut(?:ion|ions|ed|or)'),
    least: 3,
  },
  {
    type: 'LOGGED_DISTRIBUTION',
    title: any(
      'distributions? (?:log|record|ledger|register) / (?:log|record|ledger|register) of distributions? / logged distributions?',
    ),
    text: each('amount|total|value / date|20\\d\\d / distribut(?:ion|ions|ed)'),
    least: 3,
  },
  {
    type: 'CRUMMEY_LETTER',
    title: any(
      'crummey (?:notice|letter|withdrawal notice|power notice|withdrawal letter) / notice of (?:.{0,30} )?(?:withdrawal (?:rights?|power)|rights? (?:of|to) withdraw(?:al)?|demand (?:right|power)|power (?:of|to) withdraw(?:al)?) / (?:withdrawal|demand) (?:right|power)s? notice / notice to beneficiar(?:y|ies) of (?:.{0,30} )?withdraw(?:al)?',
    ),
    text: each(
      'right (?:to|of) withdraw(?:al)?|withdrawal (?:right|power)|power (?:to|of) withdraw(?:al)?|may withdraw|demand (?:right|power) / contribut(?:ion|ed)|gift|transfer(?:red)?|added / days|lapses?|expires?|until|before|no later than / trustees?|trust',
    ),
    least: 4,
    isLetter: true,
  },
  {
    type: 'INSURANCE_PREMIUM_PAYMENT',
    title: any(
      '(?:insurance |life insurance |policy )*premium (?:payment|receipt|confirmation)(?: receipt| confirmation)? / (?:receipt|confirmation) (?:of|for) (?:.{0,20} )?premium(?: payment| paid)?',
    ),
    text: each(
      'policy (?:number|no)|policy / premium / amount|total / (?:amount|premium|date) (?:paid|received)|received (?:on|from|your)|thank you|(?:was|has been) paid|paid (?:by|on|in full)|payment (?:date|method|received)|receipt / insured|owner|insurance|coverage|life',
    ),
    least: 5,
    isLetter: true,
  },
  {
    type: 'INSURANCE_POLICY',
    title: any(
      '(?:whole |term |universal |variable |survivorship |flexible premium |adjustable |level |indexed |joint |individual |last survivor |umbrella |homeowners |personal |liability |excess |guaranteed |second to die |20 year |10 year |30 year )*(?:life |liability |homeowners |umbrella |auto |property )(?:insurance )?policy(?: of insurance| contract)? / policy of (?:.{0,20} )?insurance|(?:insurance )?policy declarations|declarations page / life insurance policy|insurance policy',
    ),
    text: each(
      'policy (?:number|no)|policy / insured / premiums? / face amount|death benefit|sum insured|coverage|limits?|deductible|specified amount / beneficiary|insurer|we will pay|company|endorsement|declarations|policy (?:date|period|owner)|owner',
    ),
    least: 4,
  },
  {
    type: 'BENEFICIAL_OWNERSHIP_INFORMATION_REPORT',
    title: any(
      '(?:fincen )?(?:boir|boi) (?:report|filing|transcript) / beneficial ownership information(?: report(?:ing)?)?(?: boir| boi)? / boir',
    ),
    text: each(
      'beneficial owners? / reporting company / company applicant|fincen|jurisdiction|identifying document|filing',
    ),
    least: 2,
  },
  {
    type: 'FINCEN_FILING',
    title: any(
      '(?:fincen (?:form|report)|form) 114 / report of foreign bank and financial accounts(?: fbar)? / fbar|fincen filing',
    ),
    text: each('foreign / accounts? / fincen|financial crimes|maximum (?:account )?value|filer'),
    least: 2,
  },
  {
    type: 'DRIVERS_LICENSE',
    title: any('(?:drivers?|driver s|operator) (?:licen[sc]e) / commercial drivers? licen[sc]e'),
    text: each(
      'dob|date of birth|birth / exp|expires?|expiration / iss|issued?|class|sex|hgt|height|eyes|dl|lic(?:ense)? (?:no|number)?',
    ),
    least: 3,
  },
  {
    type: 'PASSPORT',
    title: any('passport(?: card)?|passeport|pasaporte'),
    text: each(
      'surname|last name|apellidos|nom / given names?|nombres|prenoms / nationality|nacionalidad|nationalite / date of (?:birth|issue|expiration|expiry) / p usa.{0,60}|passport no|authority',
    ),
    least: 3,
  },
  {
    type: 'DEED',
    title: any(
      '(?:general |special |limited |statutory |joint tenancy |individual |executors |trustees |trust transfer |transfer on death |administrators )*(?:warranty |quitclaim |quit claim |grant |bargain and sale |gift |fiduciary |trustees |executors |transfer |conveyance )+deed / deed of (?:gift|conveyance)|deed',
    ),
    text: each(
      'grantors? / grantees? / convey(?:s|ed)?|quitclaims?|remise|grants?|warrants?|bargain / real (?:property|estate)|parcel|lot|land|premises|legal description|county|recorded|recorder / consideration|heirs|assigns|appurtenances',
    ),
    least: 4,
  },
]

/** The amendment's type, for the type of what it amends. */
export const amendmentOf: Partial<Record<DocumentType, DocumentType>> = {
  SIGNED_TRUST_DOCUMENT: 'TRUST_AMENDMENT',
  EXISTING_REMAINDER_TRUST_DOCUMENT: 'TRUST_AMENDMENT',
  LLC_AGREEMENT: 'LLC_AGREEMENT_AMENDMENT',
  OPERATING_AGREEMENT: 'OPERATING_AGREEMENT_AMENDMENT',
  PARTNERSHIP_AGREEMENT: 'PARTNERSHIP_AGREEMENT_AMENDMENT',
}

export const amendmentText = ofAmendment
