import type { RoleEntity, RolePerson } from '../../../../../shared/domain/roles/role-tokens.ts'

/** Sentences are by the record that their document belongs to, '' for none; roles are parted by semicolons. */
type Household = {
  people: RolePerson[]
  entities: RoleEntity[]
  saying: Readonly<Record<string, Readonly<Record<string, string>>>>
  denying: Readonly<Record<string, readonly string[]>>
}

/** Households whose documents and summaries say who has which role, and what must not be read as one. */
export const households: readonly Household[] = [
  {
    people: [
      { key: 'ngozi', first: 'Ngozi', middle: '', last: 'Okafor', suffix: '' },
      { key: 'erik', first: 'Erik', middle: 'Johan', last: 'Lindqvist', suffix: '' },
      { key: 'adaeze', first: 'Adaeze', middle: '', last: 'Lindqvist', suffix: '' },
      { key: 'sven', first: 'Sven', middle: '', last: 'Lindqvist', suffix: '' },
    ],
    entities: [
      { key: 'rlt', name: 'Lindqvist-Okafor Revocable Living Trust', kind: 'trust' },
      { key: 'jrp', name: 'Juniper Ridge Partners, LP', kind: 'company' },
      { key: 'fid', name: 'Fidelity Joint WROS 4471', kind: 'account' },
      { key: 'edu', name: 'Adaeze Lindqvist 529 Plan', kind: 'account' },
    ],
    saying: {
      rlt: {
        'The Lindqvist-Okafor Revocable Living Trust was established on March 4, 2016 by Erik J. Lindqvist and Ngozi Okafor, who also serve as its initial co-trustees.':
          'erik: Grantor in rlt; ngozi: Grantor in rlt; erik: Trustee in rlt; ngozi: Trustee in rlt',
        'This document is a joint revocable living trust created by spouses Erik Lindqvist and Ngozi Okafor.':
          'erik: Grantor in rlt; ngozi: Grantor in rlt',
        'Upon the death or incapacity of both settlors, Adaeze Lindqvist shall act as successor trustee.':
          'adaeze: Successor trustee in rlt',
        '**Trustees:** Erik Lindqvist; Ngozi Okafor\n**Successor Trustee:** Sven Lindqvist':
          'erik: Trustee in rlt; ngozi: Trustee in rlt; sven: Successor trustee in rlt',
        'The remainder of the trust estate passes in equal shares to the beneficiaries, Adaeze Lindqvist and Sven Lindqvist.':
          'adaeze: Beneficiary in rlt; sven: Beneficiary in rlt',
        'I, ERIK JOHAN LINDQVIST, of Hennepin County, Minnesota, as Settlor, and I, NGOZI OKAFOR, as Trustee, enter into this Agreement of Trust.':
          'erik: Grantor in rlt; ngozi: Trustee in rlt',
        'During her lifetime Ngozi Okafor is the sole beneficiary and may withdraw any amount of income or principal.':
          'ngozi: Beneficiary in rlt',
        'Erik Lindqvist (the "Settlor") transfers to Ngozi Okafor (the "Trustee") the property listed in Schedule A.':
          'erik: Grantor in rlt; ngozi: Trustee in rlt',
        'Erik Lindqvist is the grantor of this revocable living trust and may revoke it at any time.':
          'erik: Grantor in rlt',
        'Ngozi Okafor is the trustee and may resign on thirty days’ written notice.': 'ngozi: Trustee in rlt',
        'Erik Lindqvist is trustee and may be removed by a majority of the beneficiaries.': 'erik: Trustee in rlt',
        'Trustees: Erik Lindqvist (2008–2015); Ngozi Okafor (since 2015)': 'ngozi: Trustee in rlt',
        'On the death of the first spouse, the surviving spouse continues as sole trustee; Sven Lindqvist is named successor trustee.':
          'sven: Successor trustee in rlt',
        'The settlors of the trust, Erik Lindqvist and Ngozi Okafor, reserve the right to amend.':
          'erik: Grantor in rlt; ngozi: Grantor in rlt',
        'Effective January 1, 2024, Sven Lindqvist assumed the role of trustee.': 'sven: Trustee in rlt',
        'Ngozi Okafor executed this trust as Settlor on April 9, 2018, and appointed Erik Lindqvist as Trustee.':
          'ngozi: Grantor in rlt; erik: Trustee in rlt',
        '1. Settlor: Ngozi Okafor\n2. Trustee: Erik Lindqvist\n3. Successor trustees (in order): Adaeze Lindqvist, then Sven Lindqvist':
          'ngozi: Grantor in rlt; erik: Trustee in rlt; adaeze: Successor trustee in rlt; sven: Successor trustee in rlt',
      },
      jrp: {
        'Juniper Ridge Partners, LP is managed by its general partner, Erik Lindqvist.': 'erik: Manager in jrp',
        'The limited partners are Ngozi Okafor (49%) and the Lindqvist-Okafor Revocable Living Trust (50%).':
          'ngozi: Owner in jrp; rlt: Owner in jrp',
        'General Partner: Erik Lindqvist. Limited Partners: Ngozi Okafor; Lindqvist-Okafor Revocable Living Trust.':
          'erik: Manager in jrp; ngozi: Owner in jrp; rlt: Owner in jrp',
        'Erik Lindqvist, trustee of the Lindqvist-Okafor Revocable Living Trust, signed the partnership agreement as a limited partner.':
          'erik: Trustee in rlt; rlt: Owner in jrp',
        'Ngozi Okafor contributed $500,000 and is a limited partner with a 49% interest.': 'ngozi: Owner in jrp',
      },
      edu: {
        'The account owner is Ngozi Okafor and the designated beneficiary is Adaeze Lindqvist.':
          'ngozi: Owner in edu; adaeze: Beneficiary in edu',
        'The account owner, Erik Lindqvist, names Ngozi Okafor as primary beneficiary and Adaeze Lindqvist as contingent beneficiary.':
          'erik: Owner in edu; ngozi: Beneficiary in edu',
      },
      ngozi: {
        'I nominate and appoint my husband, Erik Lindqvist, as Personal Representative of my estate, to serve without bond.':
          'erik: Executor in ngozi',
        'Ngozi Okafor appoints Erik Lindqvist as her attorney-in-fact under a durable power of attorney.':
          'erik: Agent in ngozi',
        'This Power of Attorney is given by Ngozi Okafor, as principal, to Erik Lindqvist, as agent.':
          'erik: Agent in ngozi',
      },
      erik: {
        'Erik names Ngozi Okafor as his health care agent.': 'ngozi: Agent in erik',
        'Under the will, Sven Lindqvist is named guardian of Adaeze Lindqvist.': 'sven: Guardian in adaeze',
        'Erik J. Lindqvist owns 51% of Juniper Ridge Partners, LP.': 'erik: Owner in jrp',
      },
    },
    denying: {
      rlt: [
        'Sven Lindqvist declined to act as successor trustee.',
        'Ngozi Okafor is considering whether to name Sven Lindqvist as trustee.',
        'Under no circumstances may Sven Lindqvist be appointed trustee.',
        'The trustee of an unrelated trust, Karin Lindqvist, met with Erik Lindqvist in March.',
        'Erik Lindqvist’s late father, Johan Lindqvist, was the grantor of the original trust.',
        'Open item: confirm with counsel whether Adaeze Lindqvist is a trustee.',
        'The document does not identify a successor trustee; Sven Lindqvist appears only as a witness.',
        'Ngozi Okafor acted as trustee for two years.',
        'The trust was drafted by the settlor’s attorney, Sven Lindqvist.',
        'The trust was created by his attorney, Sven Lindqvist.',
        'After the death of Sven Lindqvist, the successor trustee, in 2019 the trust had no trustee.',
        'If the limited partners agree, Sven Lindqvist shall be successor trustee.',
        'Provided that he has attained age 25, Sven Lindqvist is successor trustee.',
        'Ngozi Okafor’s sister is the trustee.',
        'The beneficiary of Sven Lindqvist’s advice was the trustee.',
        'Trustee (2004–2012): Sven Lindqvist',
        'Next steps: name Sven Lindqvist as successor trustee.',
        'To do: ask Erik Lindqvist to appoint Sven Lindqvist as trustee.',
        'Trustees: none named; Erik Lindqvist to decide.',
        'Beneficiaries: see Schedule B; Erik Lindqvist signed.',
        'Meeting notes: Erik Lindqvist, trustee question open.',
        'Erik Lindqvist promised to make Sven Lindqvist a beneficiary.',
        'Ngozi Okafor is a donor to the university.',
      ],
      jrp: [
        'Erik Lindqvist ceased to be a general partner on December 31, 2020.',
        'Erik Lindqvist served as general partner before the 2019 reorganization.',
        'Members: all of the Smith family; Sven Lindqvist’s cousin.',
        'Sven Lindqvist owns shares of Apple stock.',
      ],
      fid: [
        'We recommend that Adaeze Lindqvist be added as beneficiary of the account.',
        'Erik Lindqvist, custodian for Adaeze Lindqvist under UTMA, is the account owner of record at another firm.',
        'Account titled in the name of Erik Lindqvist, custodian for Adaeze Lindqvist.',
      ],
      erik: ['If Ngozi Okafor survives me, I appoint her as my Personal Representative.'],
      ngozi: ['Ngozi Okafor granted Erik Lindqvist a power of appointment over the remainder.'],
    },
  },
  {
    people: [
      { key: 'ramon', first: 'Ramón', middle: 'Luis', last: 'de la Cruz', suffix: 'Sr.' },
      { key: 'jr', first: 'Ramón', middle: 'Tomás', last: 'de la Cruz', suffix: 'Jr.' },
      { key: 'elena', first: 'Elena', middle: '', last: 'de la Cruz', suffix: '' },
      { key: 'beth', first: 'Elizabeth', middle: 'Anne', last: 'Whitaker', suffix: '' },
    ],
    entities: [
      { key: 'dyn', name: 'De la Cruz 2019 Dynasty Trust', kind: 'trust' },
      { key: 'cattle', name: 'DLC Cattle Company, LLC', kind: 'company' },
      { key: 'mar', name: 'Whitaker Marital Trust', kind: 'trust' },
      { key: 'fdn', name: 'De la Cruz Family Foundation, Inc.', kind: 'gift' },
    ],
    saying: {
      dyn: {
        'Elena de la Cruz, as Grantor, hereby transfers and delivers to Elizabeth A. Whitaker, as Trustee, the property described in Exhibit A.':
          'elena: Grantor in dyn; beth: Trustee in dyn',
        'The De la Cruz 2019 Dynasty Trust is an irrevocable trust settled by Ramón de la Cruz, Sr. for the benefit of his son Ramón de la Cruz, Jr.':
          'ramon: Grantor in dyn; jr: Beneficiary in dyn',
        'Elizabeth Whitaker currently serves as sole trustee, having accepted the appointment on June 1, 2021.':
          'beth: Trustee in dyn',
        'The De la Cruz 2019 Dynasty Trust owns a 70% membership interest in DLC Cattle Company, LLC.':
          'dyn: Owner in cattle',
        'Elena de la Cruz replaced Elizabeth Whitaker as trustee in 2022.': 'elena: Trustee in dyn',
        'Should Ms. Whitaker cease to act, the instrument names Elena de la Cruz as successor trustee.':
          'elena: Successor trustee in dyn',
        '- Grantor: Ramón de la Cruz, Sr.\n- Trustee: Elizabeth Anne Whitaker\n- Beneficiaries: Ramón de la Cruz, Jr. and Elena de la Cruz\n- Governing law: South Dakota':
          'ramon: Grantor in dyn; beth: Trustee in dyn; jr: Beneficiary in dyn; elena: Beneficiary in dyn',
        '| Role | Name |\n|---|---|\n| Trustor | Elena de la Cruz |\n| Trustee | Elizabeth Whitaker |':
          'elena: Grantor in dyn; beth: Trustee in dyn',
        'Elena de la Cruz signed the amendment in her capacity as trustee of the De la Cruz 2019 Dynasty Trust.':
          'elena: Trustee in dyn',
        'The trustee, Elizabeth Whitaker, may distribute principal for health, education, maintenance and support.':
          'beth: Trustee in dyn',
        'The primary beneficiaries of the trust are Elena de la Cruz and her brother, Ramón de la Cruz Jr., together with their descendants.':
          'elena: Beneficiary in dyn; jr: Beneficiary in dyn',
        'Elizabeth Whitaker has served as trustee since 2011.': 'beth: Trustee in dyn',
        'The trust instrument was executed by Ramón de la Cruz, Sr. as grantor and Elena de la Cruz as trustee.':
          'ramon: Grantor in dyn; elena: Trustee in dyn',
        'If Elizabeth Whitaker dies or resigns, Elena de la Cruz is to serve as successor trustee, and after her, Ramón de la Cruz, Jr.':
          'elena: Successor trustee in dyn',
        'Elena de la Cruz, as successor trustee to Elizabeth Whitaker, now administers the trust.':
          'elena: Successor trustee in dyn',
      },
      cattle: {
        'DLC Cattle Company, LLC is a manager-managed Texas limited liability company whose sole manager is Ramón de la Cruz, Jr.':
          'jr: Manager in cattle',
        'Members: De la Cruz 2019 Dynasty Trust, 70%; Elena de la Cruz, 30%.':
          'dyn: Owner in cattle; elena: Owner in cattle',
        'The Board of Managers shall consist of Elena de la Cruz and Elizabeth Whitaker.':
          'elena: Manager in cattle; beth: Manager in cattle',
        'The operating agreement designates Ramón de la Cruz, Jr. as Managing Member with authority over day-to-day operations.':
          'jr: Manager in cattle',
        'Elena de la Cruz succeeded Elizabeth Whitaker as manager in January 2020.': 'elena: Manager in cattle',
        'Officers and managers: Elena de la Cruz, Manager; Ramón de la Cruz, Jr., Manager.':
          'elena: Manager in cattle; jr: Manager in cattle',
        'Manager: Elena de la Cruz (appointed 2019; replaced Elizabeth Whitaker)': 'elena: Manager in cattle',
        'This LLC has one member, the De la Cruz 2019 Dynasty Trust, and one manager, Elena de la Cruz.':
          'dyn: Owner in cattle; elena: Manager in cattle',
      },
      mar: {
        'All net income of the Whitaker Marital Trust is paid at least annually to Elizabeth Whitaker, the income beneficiary.':
          'beth: Beneficiary in mar',
      },
      ramon: {
        'The decedent’s will appointed Elena de la Cruz and Elizabeth Whitaker as co-executors.':
          'elena: Executor in ramon; beth: Executor in ramon',
        'I hereby designate my daughter ELENA DE LA CRUZ to serve as my Agent for all purposes set out below.':
          'elena: Agent in ramon',
        'My executor shall be Elena de la Cruz, or if she does not qualify, Elizabeth Whitaker.':
          'elena: Executor in ramon',
        'The will appoints Elena de la Cruz as executor and, if she fails to serve, Elizabeth Whitaker as successor executor.':
          'elena: Executor in ramon',
      },
      beth: {
        'Elizabeth Whitaker is both grantor and trustee of the Whitaker Marital Trust.':
          'beth: Grantor in mar; beth: Trustee in mar',
        'In her will, Elizabeth Whitaker leaves the residue to the De la Cruz Family Foundation, Inc. and names Elena de la Cruz executor.':
          'elena: Executor in beth',
      },
      fdn: {
        'The Foundation’s trustees are Elena de la Cruz, Ramón de la Cruz, Sr., and Elizabeth Whitaker.':
          'elena: Trustee in fdn; ramon: Trustee in fdn; beth: Trustee in fdn',
      },
    },
    denying: {
      dyn: [
        'Elizabeth Whitaker was removed as trustee by the trust protector in 2020.',
        'Elena de la Cruz shall have no right to serve as trustee or as executor.',
        'The trustee sent a copy of the notice to Elena de la Cruz.',
        'From 2008 to 2015 Elena de la Cruz served as trustee.',
        'Ramón de la Cruz III is the trustee.',
        'Elizabeth Whitaker had served as trustee through 2018.',
        'Elizabeth Whitaker was the trustee through 2018.',
        'Elizabeth Whitaker, trustee from 2010 to 2016, kept the books.',
        'The court suspended Elizabeth Whitaker as trustee.',
        'Elena de la Cruz’s husband is a beneficiary.',
        'The trust owned by Elena de la Cruz’s brother is not part of this plan.',
        'Elena de la Cruz was nominated as trustee but the court did not confirm her.',
        'An earlier version named Elizabeth Whitaker as trustee.',
        'Under the prior agreement, Elizabeth Whitaker is the trustee.',
        'The original 2009 trust named Elizabeth Whitaker as trustee.',
        'The trust for the benefit of Elena de la Cruz’s children was funded.',
      ],
      cattle: [
        'Elizabeth Whitaker, the former manager of DLC Cattle Company, LLC, now lives in Oregon.',
        'Proposed change: replace Elizabeth Whitaker with Elena de la Cruz as manager.',
        'In the event of a sale, the buyer could require that Ramón de la Cruz, Jr. remain as manager.',
        'Elena de la Cruz was to be the manager.',
        'The members voted against Elena de la Cruz as manager.',
      ],
      mar: ['Elena de la Cruz disclaimed her interest as a beneficiary of the Whitaker Marital Trust.'],
      ramon: [
        'The 2009 will, which named Elizabeth Whitaker as executor, was revoked in 2021.',
        'Elena de la Cruz waived her right to be appointed executor.',
        'The nomination of Elena de la Cruz as executor lapsed.',
        'Under the 2015 will (since revoked), Elena de la Cruz is executor.',
      ],
    },
  },
  {
    people: [
      { key: 'wei', first: 'Wei', middle: '', last: 'Chen', suffix: '' },
      { key: 'david', first: 'David', middle: 'Aaron', last: 'Rosenthal', suffix: '' },
      { key: 'sam', first: 'Samuel', middle: '', last: 'Rosenthal', suffix: '' },
      { key: 'lily', first: 'Lily', middle: '', last: 'Chen-Rosenthal', suffix: '' },
    ],
    entities: [
      { key: 'ct', name: "Rosenthal Children's Trust", kind: 'trust' },
      { key: 'slat', name: 'David A. Rosenthal Spousal Lifetime Access Trust', kind: 'trust' },
      { key: 'fulton', name: '1180 Fulton Street LLC', kind: 'company' },
      { key: 'ira', name: 'Vanguard Traditional IRA', kind: 'account' },
      { key: 'nt', name: 'Northern Trust AppLock Account', kind: 'account' },
    ],
    saying: {
      slat: {
        'This Trust Agreement is made between DAVID A. ROSENTHAL, of Brooklyn, New York (the “Grantor”), and WEI CHEN (the “Trustee”).':
          'david: Grantor in slat; wei: Trustee in slat',
        'Wei Chen is the primary beneficiary of the David A. Rosenthal Spousal Lifetime Access Trust and Samuel Rosenthal is its trustee.':
          'wei: Beneficiary in slat; sam: Trustee in slat',
        'The trust is a grantor trust for income tax purposes; David Rosenthal is the grantor.':
          'david: Grantor in slat',
        'IN WITNESS WHEREOF, the undersigned have executed this Agreement.\n\nDavid A. Rosenthal, Grantor\n\nWei Chen, Trustee':
          'david: Grantor in slat; wei: Trustee in slat',
        'Samuel Rosenthal, who is not a beneficiary, acts as trustee of the SLAT.': 'sam: Trustee in slat',
        'The Grantor’s spouse, Wei Chen, is a discretionary beneficiary during her lifetime.':
          'wei: Beneficiary in slat',
      },
      ct: {
        'David Rosenthal created the Rosenthal Children’s Trust in 2018 for the benefit of Lily Chen-Rosenthal.':
          'david: Grantor in ct; lily: Beneficiary in ct',
        'The current trustees of the Rosenthal Children’s Trust are Wei Chen, Samuel Rosenthal and First Republic Trust Company.':
          'wei: Trustee in ct; sam: Trustee in ct',
        'If Wei Chen is unable or unwilling to serve, Samuel Rosenthal shall become successor trustee.':
          'sam: Successor trustee in ct',
        'Following Wei Chen’s resignation in May 2020, Samuel Rosenthal was appointed trustee.': 'sam: Trustee in ct',
        'Lily Chen-Rosenthal, a minor, is the only beneficiary of the trust.': 'lily: Beneficiary in ct',
        'Wei Chen serves as trustee of the Rosenthal Children’s Trust, which owns 1180 Fulton Street LLC.':
          'wei: Trustee in ct; ct: Owner in fulton',
        'Wei Chen and Samuel Rosenthal (collectively, the “Trustees”) hold the trust property.':
          'wei: Trustee in ct; sam: Trustee in ct',
      },
      fulton: {
        '1180 Fulton Street LLC is owned equally by Wei Chen and David Rosenthal.':
          'wei: Owner in fulton; david: Owner in fulton',
        'Each of Wei Chen and David A. Rosenthal shall be a Member of the Company holding fifty percent (50%) of the Units.':
          'wei: Owner in fulton; david: Owner in fulton',
        'The Members hereby appoint Wei Chen as the initial Manager of the Company.': 'wei: Manager in fulton',
        'The members of the Company are David Rosenthal (60%) and Wei Chen, as trustee of the Rosenthal Children’s Trust (40%).':
          'david: Owner in fulton; wei: Trustee in ct',
        'Samuel Rosenthal is the sole manager and David Rosenthal is a non-managing member.':
          'sam: Manager in fulton; david: Owner in fulton',
      },
      ira: {
        'Primary beneficiary: Wei Chen, spouse, 100%': 'wei: Beneficiary in ira',
        'Owner of IRA: David A. Rosenthal. Primary Beneficiaries: Lily Chen-Rosenthal (50%), Samuel Rosenthal (50%).':
          'david: Owner in ira; lily: Beneficiary in ira; sam: Beneficiary in ira',
      },
      nt: {
        'The Northern Trust AppLock Account is titled in the name of Wei Chen, Trustee of the Rosenthal Children’s Trust.':
          'wei: Trustee in ct',
      },
      david: {
        'I appoint my brother, Samuel Rosenthal, guardian of the person and property of my daughter, Lily Chen-Rosenthal.':
          'sam: Guardian in lily',
        'Primary Agent: Wei Chen. Alternate Agent: Samuel Rosenthal.': 'wei: Agent in david',
      },
      wei: {
        'Wei Chen has granted Samuel Rosenthal a durable power of attorney over her financial affairs.':
          'sam: Agent in wei',
      },
    },
    denying: {
      nt: ['Wei Chen is not the owner of this account.'],
      david: ['Samuel Rosenthal renounced his appointment as executor.'],
      ct: [
        'Samuel Rosenthal is counsel to the trustee.',
        'Lily Chen-Rosenthal is the daughter of the grantor.',
        'Draft for discussion only: Wei Chen to be trustee, Samuel Rosenthal to be successor trustee.',
        'Has Wei Chen been named as trustee?',
        'Upon reaching age 30, Lily Chen-Rosenthal may elect to become a co-trustee of her share.',
        'Wei Chen signed as witness, and the trustee signed as trustee.',
        'Trustee: [to be determined; Wei Chen suggested]',
        'Trustee: TBD (Wei Chen?)',
        'We discussed naming Wei Chen as trustee and Samuel Rosenthal as successor trustee.',
        'David Rosenthal would like Wei Chen to be trustee.',
        'Wei Chen used to be the trustee.',
        'Wei Chen is one of three persons qualified to act as trustee.',
        'In 2012 the trustee was Wei Chen.',
        'Wei Chen and Samuel Rosenthal disagree about who is the trustee.',
        'The client believes Wei Chen is the trustee; we could not verify this.',
        'Sample language: “I appoint Wei Chen as trustee.”',
        'Wei Chen will become trustee in 2031.',
      ],
      slat: ['David Rosenthal retained no power to act as trustee and is excluded as a beneficiary.'],
      fulton: [
        'Michael Chen is the manager of 1180 Fulton Street LLC.',
        'Samuel Rosenthal would become manager only upon the unanimous written consent of the Members.',
        'The Manager consulted Wei Chen.',
        'Wei Chen, as trustee of an unrelated trust, holds a 5% interest.',
        'Wei Chen holds the keys of the company’s office.',
        'Wei Chen holds a mortgage on the property of the company.',
        'Wei Chen owns the building next to the company’s lot.',
        'The parties anticipate that Wei Chen will be manager.',
      ],
      wei: [
        'Samuel Rosenthal’s commission as agent terminated on divorce.',
        'Samuel Rosenthal is the insurance agent.',
      ],
    },
  },
  {
    people: [
      { key: 'fiona', first: 'Fiona', middle: '', last: 'MacAllister', suffix: '' },
      { key: 'ewan', first: 'Ewan', middle: '', last: 'MacAllister', suffix: '' },
      { key: 'hugh', first: 'Hugh', middle: 'Grant', last: 'MacAllister', suffix: '' },
      { key: 'grant', first: 'Grant', middle: '', last: 'Pruitt', suffix: '' },
      { key: 'will', first: 'Will', middle: '', last: 'Pruitt', suffix: '' },
    ],
    entities: [
      { key: 'crut', name: 'MacAllister Charitable Remainder Unitrust', kind: 'gift' },
      { key: 'glen', name: 'Glen Affric Holdings Ltd.', kind: 'company' },
      { key: 'pilit', name: 'Pruitt Irrevocable Life Insurance Trust', kind: 'trust' },
    ],
    saying: {
      pilit: {
        'Grant Pruitt is the grantor of the Pruitt Irrevocable Life Insurance Trust, and Fiona MacAllister is its trustee.':
          'grant: Grantor in pilit; fiona: Trustee in pilit',
        'Will Pruitt will serve as trustee.': 'will: Trustee in pilit',
        'The ILIT was funded by Grant Pruitt as settlor; Will Pruitt is its only beneficiary.':
          'grant: Grantor in pilit; will: Beneficiary in pilit',
        'Fiona MacAllister has been trustee since 2014.': 'fiona: Trustee in pilit',
        'Neither Fiona MacAllister nor Ewan MacAllister serves as trustee; the trustee is Will Pruitt.':
          'will: Trustee in pilit',
        'Fiona MacAllister accepts the office of trustee and agrees to administer the trust under its terms.':
          'fiona: Trustee in pilit',
        'The trust is for the benefit of Will Pruitt. Fiona MacAllister is trustee and Ewan MacAllister is first successor trustee.':
          'will: Beneficiary in pilit; fiona: Trustee in pilit; ewan: Successor trustee in pilit',
        'Trustee – Fiona MacAllister (since 2011)': 'fiona: Trustee in pilit',
        'Grant Pruitt, individually and as trustee of the Pruitt Irrevocable Life Insurance Trust, signed the deed.':
          'grant: Trustee in pilit',
        'Ewan MacAllister was named successor trustee in the 2017 amendment, which remains in effect.':
          'ewan: Successor trustee in pilit',
        'Fiona MacAllister, a resident of Portland, Oregon (the “Trustee”), accepts the trust.':
          'fiona: Trustee in pilit',
        'Ewan MacAllister, who is not a beneficiary, and Fiona MacAllister are the trustees.':
          'ewan: Trustee in pilit; fiona: Trustee in pilit',
        'Crummey notices were sent by the trustee, Fiona MacAllister, to the beneficiary, Will Pruitt.':
          'fiona: Trustee in pilit; will: Beneficiary in pilit',
        'Fiona MacAllister and First National Bank are co-trustees of the ILIT, which was established by Grant Pruitt.':
          'fiona: Trustee in pilit; grant: Grantor in pilit',
        'Ewan MacAllister is listed as successor trustee if Fiona MacAllister ceases to serve.':
          'ewan: Successor trustee in pilit',
        'Ewan MacAllister is successor trustee upon the death, resignation or incapacity of Fiona MacAllister.':
          'ewan: Successor trustee in pilit',
      },
      crut: {
        'Hugh G. MacAllister established the MacAllister Charitable Remainder Unitrust and is its income beneficiary for life.':
          'hugh: Grantor in crut; hugh: Beneficiary in crut',
        'The unitrust amount is paid quarterly to the recipient, Fiona MacAllister; the trustee is Ewan MacAllister.':
          'ewan: Trustee in crut',
      },
      glen: {
        'Glen Affric Holdings Ltd. has two shareholders: Hugh MacAllister and Ewan MacAllister.':
          'hugh: Owner in glen; ewan: Owner in glen',
        'Shareholders of record: Fiona MacAllister – 400 shares; Ewan MacAllister – 600 shares.':
          'fiona: Owner in glen; ewan: Owner in glen',
        'The trustee of the Pruitt Irrevocable Life Insurance Trust holds 25% of Glen Affric Holdings Ltd. Its manager is Ewan MacAllister.':
          'pilit: Owner in glen; ewan: Manager in glen',
        'Directors: Hugh MacAllister; Fiona MacAllister. Shareholders: Hugh MacAllister – 900; Ewan MacAllister – 100.':
          'hugh: Owner in glen; ewan: Owner in glen',
      },
      hugh: {
        'Hugh MacAllister’s pour-over will nominates Fiona MacAllister as executor; Ewan MacAllister is the alternate.':
          'fiona: Executor in hugh',
        'KNOW ALL BY THESE PRESENTS that I, Hugh Grant MacAllister, do make, constitute and appoint Fiona MacAllister my true and lawful attorney-in-fact.':
          'fiona: Agent in hugh',
      },
      fiona: {
        'Grant Pruitt serves as agent under Fiona MacAllister’s power of attorney.': 'grant: Agent in fiona',
        'Ewan MacAllister shall be the Executor of this Will.': 'ewan: Executor in fiona',
      },
      ewan: {
        'The court appointed Fiona MacAllister guardian of Ewan MacAllister in 2019.': 'fiona: Guardian in ewan',
      },
    },
    denying: {
      pilit: [
        'Fiona MacAllister’s term as trustee expired in 2018.',
        'Will Pruitt grant the request of the beneficiary?',
        'No one other than a corporate fiduciary may serve as trustee with Ewan MacAllister as advisor.',
        'Hugh MacAllister asked who the beneficiary is.',
        'Prior to the restatement, Fiona MacAllister had been the sole trustee.',
        'Ewan MacAllister is eligible to serve as trustee but has not been appointed.',
        'Fiona MacAllister mistakenly signed as trustee.',
        'The trustee’s accountant is Ewan MacAllister, and the beneficiary’s guardian ad litem is Hugh MacAllister’s firm.',
        'It is unclear if Ewan MacAllister is a beneficiary.',
        'Assume Ewan MacAllister is a beneficiary.',
        'Ewan MacAllister lost his position as trustee in the merger.',
        'Ewan MacAllister is the trustee of his own revocable trust.',
        'The late Hugh MacAllister was trustee.',
        'Fiona MacAllister replaced Ewan MacAllister as trustee but resigned in 2023.',
        'Form of acceptance: I, Fiona MacAllister, accept the office of trustee (not executed).',
        'The attorney of the trustee, Ewan MacAllister, signed.',
        'Ewan MacAllister is a trustee of the local library.',
        'Fiona MacAllister’s trustee is Ewan MacAllister.',
      ],
      fiona: ['The power of attorney naming Grant Pruitt as agent has been revoked.'],
      glen: [
        'Ewan MacAllister previously owned 30% of Glen Affric Holdings Ltd., which he sold to the company in 2016.',
        'Ewan MacAllister sold all of his interest in Glen Affric Holdings Ltd. to Hugh MacAllister’s cousin.',
        'Ewan MacAllister once owned shares.',
        'The trustee appointed Ewan MacAllister as investment manager.',
        'Ewan MacAllister is a shareholder of Shell plc.',
      ],
    },
  },
]
