import type { Member, Role, Shape } from './member.ts'
import type { Random } from './random.ts'

const OF_ROLES: Record<Role, readonly string[]> = {
  primary: [
    'Prefers a call before any document is sent. Mornings are best.',
    'Spends January to April in the south; reach by e-mail.',
    'Serves on the hospital board. Conflict form is on file.',
    'Likes the one-page picture first, then the detail.',
    'Asked us to copy the accountant on everything about taxes.',
    'Receives quarterly statements on paper at the home address.',
    'Hearing is better in person than by phone. Meet at the house.',
    'Signed originals are with counsel, copies are here.',
  ],
  'late spouse': [],
  child: [
    'Wants to understand the trust before the next review. Offered an hour in the spring.',
    'Interested in taking over the family business within five years.',
    'Recently married; check beneficiary designations at the next meeting.',
    'Asked to be kept out of day-to-day investment matters.',
    'First home purchase planned for next year; asked about a family loan.',
    'Named successor trustee; has met counsel.',
  ],
  stepchild: ['From the first marriage. Provided for in a separate share.', 'Close to both sides of the family.'],
  'child-in-law': ['Prenuptial agreement is with counsel.', 'Works in finance; needs pre-clearance for trades.'],
  grandchild: ['Tuition is paid directly to the school.', 'Annual exclusion gift each December.'],
  parent: [
    'Long-term care policy in force. Daughter holds the power of attorney.',
    'Moved to assisted living last year.',
  ],
  counsel: [
    'Estate counsel to the family. Send drafts before the client sees them.',
    'Independent trustee. Needs thirty days for distributions.',
    'Accountant to the family and trustee of the insurance trust.',
  ],
}

/** An advisor's note about a person, or undefined: most people have none. */
export function personNote(random: Random, role: Role, age: number): string | undefined {
  const notes = OF_ROLES[role]
  const wanted = random.chance(role === 'counsel' ? 0.8 : role === 'primary' ? 0.35 : 0.25)
  const adultsOnly = role === 'child' && age < 24
  return wanted && notes.length > 0 && !adultsOnly ? random.pick(notes) : undefined
}

const ABOUT_SHAPES: Record<Shape, readonly string[]> = {
  retired: [
    'Annual review in the spring. Last one covered gifting and the sale of the lake house.',
    'Estate plan complete; maintenance, Crummey letters and required distributions remain.',
    'Thinking about moving to Florida. Counsel is to review domicile and both deeds.',
  ],
  established: [
    'Liquidity event expected within two years. Model a GRAT before it, and a SLAT beside it.',
    'Referred by counsel. Main concern is keeping the business in the family.',
    'College for the children is funded. Next: disability cover and an umbrella policy.',
  ],
  young: [
    'New to the firm. Documents are still coming in from the former advisor.',
    'Wants insurance coverage reviewed after the second child is born.',
    'Equity compensation vests each quarter. Review concentration every June.',
  ],
  widowed: [
    'Portability election was filed. Retitling of the joint accounts is done but for one.',
    'Asked for slower meetings with a child present. Never send forms without a call.',
    'Charitable giving through the donor-advised fund; consider gifts of stock.',
  ],
  blended: [
    'Second marriage on both sides. Prenuptial agreement is with counsel.',
    'Children of both marriages. Separate shares, and separate meetings when asked.',
  ],
  single: [
    'Divorce decree is on file. Beneficiaries were changed at both custodians.',
    'No children nearby: a friend holds the power of attorney.',
  ],
}

const OFTEN = [
  'Meeting notes: agreed to rebalance in two steps and to hold nine months of spending in cash.',
  'Asked for a single page that shows what is in the estate and what is not.',
  'Prefers video calls. The assistant keeps the calendar.',
  'Wants every figure dated. Send the valuation list before the meeting.',
]

/** An advisor's notes about a household, naming a child where there is one; undefined for about four in ten. */
export function householdNotes(random: Random, shape: Shape, family: readonly Member[]): string | undefined {
  if (random.chance(0.38)) return undefined
  const about = [random.pick(ABOUT_SHAPES[shape]), ...(random.chance(0.5) ? [random.pick(OFTEN)] : [])]
  const child = family.find(({ role, age }) => role === 'child' && age > 30)
  if (child && random.chance(0.4)) about.push(`Invite ${child.record.first_name} to the next review.`)
  return about.join('\n')
}
