import type { DroppedDocument } from './world/make-document.ts'

export const fields = ['type', 'entity', 'person', 'date', 'household'] as const
export type Field = (typeof fields)[number]

/** What is proposed for a file; null where nothing is. The household is proposed only if it is another than the one the file was dropped on. */
export type Proposal = Readonly<Record<Field, string | null>>

export const outcomes = ['right', 'wrong', 'None', 'None is right'] as const
export type Outcome = (typeof outcomes)[number]

export type Judged = { document: DroppedDocument; proposal: Proposal; outcomes: Readonly<Record<Field, Outcome>> }

/** The share of wrong proposals above which a campaign fails. */
export const mostWrong = 0.01

/** Compares a proposal with the truth. "None" is never wrong; where nothing is right, it is the right answer. */
export function judge(document: DroppedDocument, proposal: Proposal): Judged {
  const { type, entity, person, date, otherHousehold } = document.truth
  const outcome = (proposed: string | null, right: readonly string[], isNone = right.length === 0): Outcome => {
    if (proposed === null) return isNone ? 'None is right' : 'None'
    return right.includes(proposed) ? 'right' : 'wrong'
  }
  return {
    ...{ document, proposal },
    outcomes: {
      type:
        proposal.type === 'OTHER' && type.includes('OTHER')
          ? 'None is right'
          : outcome(proposal.type, type, type.includes('OTHER')),
      entity: outcome(proposal.entity, entity),
      person: outcome(proposal.person, person),
      date: outcome(proposal.date, date),
      household: outcome(proposal.household, otherHousehold === null ? [] : [otherHousehold]),
    },
  }
}

export type Counts = Readonly<Record<Outcome, number>>

export const countOf = (judged: readonly Judged[], field: Field): Counts => {
  const count = (outcome: Outcome) => judged.filter((each) => each.outcomes[field] === outcome).length
  return { right: count('right'), wrong: count('wrong'), None: count('None'), 'None is right': count('None is right') }
}

/** The share of wrong ones among those that were proposed; 0 if none was. */
export const wrongShare = ({ right, wrong }: Counts): number => (right + wrong === 0 ? 0 : wrong / (right + wrong))

/** The fields of which more than one in a hundred proposals is wrong. */
export const failures = (judged: readonly Judged[]): Field[] =>
  fields.filter((field) => wrongShare(countOf(judged, field)) > mostWrong)
