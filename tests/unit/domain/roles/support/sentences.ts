import type { RoleEntity, RolePerson } from '../../../../../shared/domain/roles/role-tokens.ts'

/** The household that the sentences are about. Another Alan Newcomb would make every sentence about him uncertain. */
export const people: RolePerson[] = [
  { key: 'alan', first: 'Alan', middle: 'Brian', last: 'Newcomb', suffix: '' },
  { key: 'ruth', first: 'Ruth', middle: '', last: 'Newcomb', suffix: '' },
  { key: 'claire', first: 'Claire', middle: '', last: 'Newcomb', suffix: '' },
  { key: 'tom', first: 'Thomas', middle: 'James', last: 'Newcomb', suffix: 'Jr.' },
  { key: 'maria', first: 'María', middle: '', last: "O'Brien-Salas", suffix: '' },
  { key: 'henry', first: 'Henry', middle: '', last: 'Vale', suffix: 'III' },
]
export const entities: RoleEntity[] = [
  { key: 'trust', name: 'Newcomb Family Trust', kind: 'trust' },
  { key: 'ilit', name: 'Alan B. Newcomb 2012 Irrevocable Insurance Trust', kind: 'trust' },
  { key: 'llc', name: 'Newcomb Holdings, LLC', kind: 'company' },
  { key: 'fund', name: 'Vale Charitable Foundation', kind: 'gift' },
  { key: 'account', name: 'Schwab Brokerage Account', kind: 'account' },
]

/** How one person is written, and several. */
const alone: readonly (readonly [text: string, who: string])[] = [
  ['Alan Newcomb', 'alan'],
  ['Alan B. Newcomb', 'alan'],
  ['Dr. Ruth Newcomb', 'ruth'],
  ['Thomas J. Newcomb, Jr.', 'tom'],
  ['MARÍA O’BRIEN-SALAS', 'maria'],
  ['Henry Vale III, Esq.', 'henry'],
]
const together: readonly (readonly [text: string, who: string])[] = [
  ['Alan and Ruth Newcomb', 'alan ruth'],
  ['Alan B. Newcomb and Claire Newcomb', 'alan claire'],
  ['Ruth Newcomb, Claire Newcomb and Henry Vale', 'ruth claire henry'],
  ['Ruth Newcomb & Claire Newcomb', 'ruth claire'],
]

export type Sentence = {
  text: string
  /** Who, role, in what, one a line. */
  expected: readonly string[]
  entity: string | null
  person: string | null
}

type Form = {
  form: string
  role: string
  /** The role is in this record. */
  in: string
  of: typeof alone
  /** The document's own record. */
  own: string | null
}

const form = (of: typeof alone, own: string | null, into: string, role: string, ...forms: string[]): Form[] =>
  forms.map((one) => ({ form: one, role, in: into, of, own }))

/** As attorneys, custodians and assistants write them. @ stands for the names. */
const forms: Form[] = [
  ...form(
    alone,
    'trust',
    'trust',
    'Trustee',
    '@ is the trustee.',
    '@ currently serves as sole trustee of the trust.',
    'The initial trustee shall be @.',
    'The trust is administered by its trustee, @.',
    'Trustee: @',
    'The grantor appoints @ as trustee of the Newcomb Family Trust.',
    '@, as Trustee of the Newcomb Family Trust dated March 4, 2010, opened the account.',
    'By a deed of 2019 @ was appointed trustee.',
    'The Newcomb Family Trust’s trustee is @.',
    '@ accepted appointment as successor to the bank and acts as trustee.',
    '| Trustee | @ |',
    'The trustee of the Newcomb Family Trust is @.',
    'The Newcomb Family Trust names @ as its trustee and directs that no bond be given.',
  ),
  ...form(
    together,
    'trust',
    'trust',
    'Trustee',
    '@ are the co-trustees.',
    '@ serve as trustees of the Newcomb Family Trust.',
    'Co-Trustees: @',
    'The agreement names @ as trustees, to serve without bond.',
    'This agreement was accepted by @, as trustees.',
    'The trustees are @.',
    'The current co-trustees of the trust are @, each of whom may act alone.',
  ),
  ...form(
    alone,
    'trust',
    'trust',
    'Successor trustee',
    '@ is named successor trustee.',
    'The successor trustee is @.',
    'The first successor trustee shall be @.',
    'Successor Trustee: @',
    '@ is designated to serve as successor trustee of the Newcomb Family Trust.',
    'The settlor nominates @ as successor trustee.',
  ),
  ...form(
    alone,
    'trust',
    'trust',
    'Grantor',
    'The Newcomb Family Trust was established by @ on March 4, 2010.',
    '@ created the Newcomb Family Trust in 2010 under the law of Nevada.',
    'The settlor of the trust is @.',
    'This trust agreement is made by @ (the “Grantor”) on the date below.',
    '@, as Trustor, signed the declaration.',
    'Grantor: @',
    '@ is the grantor and retains the right to amend.',
    'The trust was created in 2010 by @.',
    'The donor, @, gave the initial property to the trust.',
  ),
  ...form(
    together,
    'trust',
    'trust',
    'Grantor',
    'The trust was established by @ in 2010.',
    '@ are the grantors of the Newcomb Family Trust.',
    '@, the settlors, signed the agreement in Reno.',
    'Settlors: @',
    '@ established the Newcomb Family Trust in 2010.',
  ),
  ...form(
    alone,
    'trust',
    'trust',
    'Beneficiary',
    '@ is a beneficiary of the Newcomb Family Trust.',
    'The trust is held for the benefit of @.',
    '@ is the sole income beneficiary for life.',
    'The primary beneficiary is @.',
    'Beneficiary: @',
  ),
  ...form(
    together,
    'trust',
    'trust',
    'Beneficiary',
    'The beneficiaries are @.',
    'The beneficiaries of the trust include @.',
    '@ are the remainder beneficiaries.',
    'The property is held for the benefit of @.',
    'Beneficiaries: @',
  ),
  ...form(
    alone,
    'llc',
    'llc',
    'Owner',
    '@ is the sole member.',
    '@ owns 40% of Newcomb Holdings, LLC.',
    'Newcomb Holdings, LLC is owned by @.',
    'Member: @',
    '@ is a limited partner of the company.',
  ),
  ...form(
    together,
    'llc',
    'llc',
    'Owner',
    'The members are @.',
    '@ hold the voting interests.',
    'The shareholders of the company are @.',
  ),
  ...form(together, 'account', 'account', 'Owner', 'Account owners: @', 'The account owners are @.'),
  ...form(alone, 'account', 'account', 'Owner', '@ is the account owner.', 'Account holder: @'),
  ...form(
    alone,
    'llc',
    'llc',
    'Manager',
    '@ is the manager.',
    'The managing member is @.',
    'The business of the company is managed by @.',
    'Manager: @',
    '@ serves as managing member of Newcomb Holdings, LLC.',
    'The general partner of the company is @.',
  ),
  ...form(
    together,
    'llc',
    'llc',
    'Manager',
    'The managers are @.',
    '@ are appointed as managers of Newcomb Holdings, LLC.',
  ),
]

/** Those of a person: the document is Alan's will or power, so he is no one's executor here. */
const personal: Form[] = [
  ...form(
    alone.slice(2),
    'alan',
    'alan',
    'Executor',
    '@ is named executor without bond.',
    'I appoint @ as executor of my will.',
    'I, Alan Newcomb, of Reno, Nevada, nominate @ to be my personal representative.',
    'Alan Newcomb’s will names @ as executor.',
    'Executor: @',
  ),
  ...form(
    alone.slice(2),
    'alan',
    'alan',
    'Agent',
    'Alan Newcomb appoints @ as agent for financial matters.',
    'I, Alan Newcomb, appoint @ as my attorney-in-fact.',
    'Alan Newcomb appoints @ as health care agent.',
    '@ is the health care proxy.',
  ),
  ...form(
    [alone[2] as (typeof alone)[number], alone[4] as (typeof alone)[number]],
    'alan',
    'claire',
    'Guardian',
    '@ is appointed guardian of Claire Newcomb.',
    'I nominate @ as guardian of the person and estate of my daughter, Claire Newcomb.',
  ),
]

const isPerson = (key: string | null) => people.some((one) => one.key === key)

const made = [...forms, ...personal].flatMap(({ form: text, role, in: into, of, own }) =>
  of.map(
    ([names, who]): Sentence => ({
      text: text.replace('@', names),
      expected: who.split(' ').map((one) => `${one}: ${role} in ${into}`),
      entity: isPerson(own) ? null : own,
      person: isPerson(own) ? own : null,
    }),
  ),
)

/** A sentence in a document of `own`, and the roles that it gives: who, role, in what. */
export const one = (own: string | null, text: string, ...expected: string[]): Sentence => ({
  text,
  expected,
  entity: isPerson(own) ? null : own,
  person: isPerson(own) ? own : null,
})

/** Sentences of several roles, several records and several clauses. */
const single: Sentence[] = [
  one(
    'trust',
    'THIS TRUST AGREEMENT is made between Alan Newcomb (the “Grantor”) and Ruth Newcomb (the “Trustee”).',
    'alan: Grantor in trust',
    'ruth: Trustee in trust',
  ),
  one(
    'trust',
    'This agreement is between Alan Newcomb, as Grantor, and Ruth Newcomb and Claire Newcomb, as Trustees.',
    'alan: Grantor in trust',
    'ruth: Trustee in trust',
    'claire: Trustee in trust',
  ),
  one(
    'trust',
    'Alan Newcomb is the grantor and trustee of the Newcomb Family Trust.',
    'alan: Grantor in trust',
    'alan: Trustee in trust',
  ),
  one(
    'trust',
    'Alan Newcomb is the grantor, the trustee and a beneficiary.',
    'alan: Grantor in trust',
    'alan: Trustee in trust',
    'alan: Beneficiary in trust',
  ),
  one(
    'trust',
    'Alan Newcomb is the trustee; Ruth Newcomb is the successor.',
    'alan: Trustee in trust',
    'ruth: Successor trustee in trust',
  ),
  one(
    'trust',
    'The trust names Alan Newcomb as trustee and Ruth Newcomb as successor trustee.',
    'alan: Trustee in trust',
    'ruth: Successor trustee in trust',
  ),
  one('trust', 'Alan Newcomb resigned as trustee in 2015, and Ruth Newcomb is the trustee.', 'ruth: Trustee in trust'),
  one('trust', 'Alan Newcomb is the grantor but not the trustee.', 'alan: Grantor in trust'),
  one('trust', 'Alan Newcomb, not Ruth Newcomb, is the trustee.', 'alan: Trustee in trust'),
  one('trust', 'Alan Newcomb, who resigned as trustee in 2015, is the grantor.', 'alan: Grantor in trust'),
  one('trust', 'Although Alan Newcomb declined, Ruth Newcomb is the trustee.', 'ruth: Trustee in trust'),
  one('trust', 'After Alan Newcomb’s resignation, Claire Newcomb serves as trustee.', 'claire: Trustee in trust'),
  one('trust', 'Ruth Newcomb is appointed trustee in place of Alan Newcomb.', 'ruth: Trustee in trust'),
  one('trust', 'Alan Newcomb names himself as trustee.', 'alan: Trustee in trust'),
  one(
    'trust',
    'Alan Newcomb, trustee of the Newcomb Family Trust, is the manager of Newcomb Holdings, LLC.',
    'alan: Trustee in trust',
    'alan: Manager in llc',
  ),
  one('trust', 'Newcomb, Alan – Trustee', 'alan: Trustee in trust'),
  one('trust', 'Trustees: Newcomb, Alan; Newcomb, Ruth', 'alan: Trustee in trust', 'ruth: Trustee in trust'),
  one(
    'trust',
    'Grantor: Alan Newcomb; Trustee: Ruth Newcomb; Successor Trustee: Claire Newcomb',
    'alan: Grantor in trust',
    'ruth: Trustee in trust',
    'claire: Successor trustee in trust',
  ),
  one('trust', 'Grantor: Alan Newcomb, Trustee: Ruth Newcomb', 'alan: Grantor in trust', 'ruth: Trustee in trust'),
  one('trust', 'J. Smith and Ruth Newcomb are trustees.', 'ruth: Trustee in trust'),
  one('trust', 'A. Newcomb is the trustee.', 'alan: Trustee in trust'),
  one('trust', 'First National Bank and Ruth Newcomb serve as co-trustees.', 'ruth: Trustee in trust'),
  one('trust', 'Newcomb Holdings, LLC is a beneficiary of the trust.', 'llc: Beneficiary in trust'),
  one(
    'trust',
    'Vale Charitable Foundation is the remainder beneficiary of the Newcomb Family Trust.',
    'fund: Beneficiary in trust',
  ),
  one('llc', 'The Newcomb Family Trust owns 60% of Newcomb Holdings, LLC.', 'trust: Owner in llc'),
  one(
    'llc',
    'The members are the Newcomb Family Trust and Claire Newcomb.',
    'trust: Owner in llc',
    'claire: Owner in llc',
  ),
  one(
    'llc',
    'Alan Newcomb is trustee of the Newcomb Family Trust and Claire Newcomb is the manager of the company.',
    'alan: Trustee in trust',
    'claire: Manager in llc',
  ),
  one(
    null,
    'Ruth Newcomb serves as trustee of the Alan B. Newcomb 2012 Irrevocable Insurance Trust.',
    'ruth: Trustee in ilit',
  ),
  one(null, 'Under the Newcomb Family Trust, Claire Newcomb is the trustee.', 'claire: Trustee in trust'),
  one(
    'ilit',
    'Ruth Newcomb is the trustee and owner of the policy on the life of Alan Newcomb.',
    'ruth: Trustee in ilit',
  ),
  one('trust', 'Ruth Newcomb, my wife, is trustee.', 'ruth: Trustee in trust'),
  one('trust', 'Alan Newcomb set up the trust in 2010.', 'alan: Grantor in trust'),
  one('trust', 'Trustee Alan Newcomb once lived in Reno.', 'alan: Trustee in trust'),
  one('trust', 'In the trust agreement Alan Newcomb appointed Claire Newcomb as trustee.', 'claire: Trustee in trust'),
  one('trust', 'The trust agreement named Claire Newcomb as trustee.', 'claire: Trustee in trust'),
  one('trust', 'Under the will of Alan Newcomb, Ruth Newcomb is the executor.', 'ruth: Executor in alan'),
  one(
    'trust',
    'The beneficiaries are Alan Newcomb and Ruth Newcomb, each of whom resigned as trustee.',
    'alan: Beneficiary in trust',
    'ruth: Beneficiary in trust',
  ),
  one('trust', 'Ruth Newcomb established Newcomb Family Trust in 2010.', 'ruth: Grantor in trust'),
  one('trust', 'Alan Newcomb is the trustee in view of his father’s death.', 'alan: Trustee in trust'),
  one('trust', 'Alan Newcomb is the trustee. Alan Newcomb may also be removed by the court.', 'alan: Trustee in trust'),
  one(
    'trust',
    'Signed by the grantor, trustee Alan Newcomb and beneficiary Ruth Newcomb.',
    'alan: Trustee in trust',
    'ruth: Beneficiary in trust',
  ),
  one(null, 'Executor under Alan Newcomb’s last will and testament: Ruth Newcomb', 'ruth: Executor in alan'),
  one(
    'trust',
    'I appoint my wife, Ruth Newcomb, and my daughter, Claire Newcomb, as trustees.',
    'ruth: Trustee in trust',
    'claire: Trustee in trust',
  ),
  one('trust', 'Alan Newcomb’s appointment as trustee took effect in 2014.', 'alan: Trustee in trust'),
  one(
    'trust',
    'Alan Newcomb, trustee of the Newcomb Family Trust, gave notice of the 2024 contribution.',
    'alan: Trustee in trust',
  ),
  one('trust', 'Alan Newcomb, the trustee, may sell real estate at any time.', 'alan: Trustee in trust'),
  one('trust', 'The trustee, Ruth Newcomb, shall not be required to give bond.', 'ruth: Trustee in trust'),
  one('trust', 'Settlor Alan Newcomb signed in Reno.', 'alan: Grantor in trust'),
  one(
    'trust',
    'Trustees Alan and Ruth Newcomb signed the certificate.',
    'alan: Trustee in trust',
    'ruth: Trustee in trust',
  ),
  one(
    'trust',
    'Alan, Ruth and Claire Newcomb are the trustees.',
    'alan: Trustee in trust',
    'ruth: Trustee in trust',
    'claire: Trustee in trust',
  ),
  one('trust', '/s/ Alan B. Newcomb, TTEE', 'alan: Trustee in trust'),
  one('trust', '## Trustees\n\n- Alan Newcomb\n- Ruth Newcomb', 'alan: Trustee in trust', 'ruth: Trustee in trust'),
  one(
    'trust',
    '- **Grantor:** Alan Newcomb\n- **Trustee:** Ruth Newcomb\n- **Beneficiaries:** Claire Newcomb, Thomas Newcomb',
    'alan: Grantor in trust',
    'ruth: Trustee in trust',
    'claire: Beneficiary in trust',
    'tom: Beneficiary in trust',
  ),
  one(
    'trust',
    'Alan Newcomb created the trust. Ruth Newcomb is its trustee, and Claire Newcomb is the beneficiary.',
    'alan: Grantor in trust',
    'ruth: Trustee in trust',
    'claire: Beneficiary in trust',
  ),
  one('trust', 'Alan Newcomb appoints Ruth Newcomb\nas trustee of the Newcomb Family Trust.', 'ruth: Trustee in trust'),
  one('trust', 'The trustee is Alan Newcomb. He may revoke the trust.', 'alan: Trustee in trust'),
  one('alan', 'I revoke all former wills and appoint Ruth Newcomb as executor.', 'ruth: Executor in alan'),
  one(null, 'The will of Alan Newcomb names Ruth Newcomb as executor.', 'ruth: Executor in alan'),
  one(
    'alan',
    'I appoint Ruth Newcomb as my agent for health care and Claire Newcomb as agent for all my financial affairs.',
    'ruth: Agent in alan',
    'claire: Agent in alan',
  ),
  one(null, 'Claire Newcomb is attorney-in-fact for Ruth Newcomb.', 'claire: Agent in ruth'),
  one(null, 'Under Ruth Newcomb’s power of attorney, Claire Newcomb is agent.', 'claire: Agent in ruth'),
  one('trust', 'Ruth Newcomb was designated by Alan Newcomb as trustee.', 'ruth: Trustee in trust'),
  one('trust', 'Ruth Newcomb, appointed by Alan Newcomb, is trustee.', 'ruth: Trustee in trust'),
  one(
    'trust',
    'The amendment removes Ruth Newcomb as trustee and appoints Claire Newcomb as trustee.',
    'claire: Trustee in trust',
  ),
  one(
    'llc',
    'Newcomb Holdings, LLC is owned 60% by the Newcomb Family Trust and 40% by Claire Newcomb.',
    'trust: Owner in llc',
    'claire: Owner in llc',
  ),
  one('fund', 'Henry Vale III established the foundation in 1998.', 'henry: Grantor in fund'),
]

export const saying: readonly Sentence[] = [...made, ...single]
