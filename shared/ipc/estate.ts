import { z } from 'zod'
import { maxEvidence, maxRole } from '../domain/limits.ts'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'
import { textScan } from './texts.ts'

/** A record on the map: a person or an entity of the household. */
export const estateNode = z.strictObject({ resource: z.enum(['individuals', 'entities']), id: idInput })

/** A node with its name; null if the record is not in the offline copy. */
export const namedNode = estateNode.extend({ name: z.string().nullable() })

export const estateEntity = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  stage: z.string(),
  in_estate_status: z.string(),
  /** `directly_held_asset_value` of the latest valuation, in USD; null without a valuation. */
  value: z.number().nullable(),
  effective_date: z.string().nullable(),
})

export const estatePerson = z.strictObject({
  id: z.string(),
  name: z.string(),
  is_primary: z.boolean(),
  is_deceased: z.boolean(),
  /** `YYYY-MM-DD`; null if unknown. */
  date_of_birth: z.string().nullable(),
  date_of_death: z.string().nullable(),
  /** The roles that the service allows the person: `grantor`, `trustee`, `beneficiary`. */
  may_be: z.array(z.string()),
})

/** A pair that the service itself records: documents that belong to both a person and an entity. */
export const estateEdge = z.strictObject({
  from: estateNode,
  to: estateNode,
  documents: z.array(z.strictObject({ id: z.string(), name: z.string(), type: z.string() })),
})

/**
 * Why a link is proposed. `summary`: the summary of a document of one entity names the other record. `asset`: an asset in the
 * latest valuation of one entity has the external id of the other.
 */
export const estateEvidence = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('summary'),
    /** The document's id. */
    source: idInput,
    document_name: z.string(),
    /** The sentence, or the passage with the name. */
    excerpt: z.string(),
  }),
  z.strictObject({
    kind: z.literal('asset'),
    /** The external id. */
    source: idInput,
    asset_name: z.string(),
  }),
])

/** `from` has a role in `to`, by the evidence; `role` if the evidence names one. A pair has one proposal for each role. */
export const estateProposal = z.strictObject({
  from: estateNode,
  to: estateNode,
  role: z.string().nullable(),
  /** Others of the same name, of whom the evidence may speak instead: each has a proposal of its own. */
  alike: z.array(estateNode),
  evidence: z.array(estateEvidence).min(1),
})

/** A role in the user's own words. */
export const estateRole = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(maxRole, `must have at most ${maxRole} characters`)

/** A page of a document that says a role. `state`: whether the document's file is the one that was read, another one, or not known any more. */
export const linkPlace = z.strictObject({
  document_id: z.string(),
  document_name: z.string().nullable(),
  page: z.number().int(),
  state: z.enum(['same', 'changed', 'gone']),
  /** How its text was read when the role was confirmed. */
  scan: textScan,
})

/** The user's own note that `from` is `role` of `to`; it exists on this computer only. */
export const estateLink = z.strictObject({
  id: z.string(),
  from: namedNode,
  to: namedNode,
  role: z.string(),
  /** `drawn` by the user, or a proposal that the user `confirmed`. */
  origin: z.enum(['drawn', 'confirmed']),
  /** ISO 8601. */
  made_at: z.string(),
  /** The places in documents by which the user confirmed it. */
  found_in: z.array(linkPlace),
})

/**
 * The obstacle that keeps a link from being stored. `self`: both ends are one record. `noted`: it is there. `couple`: the two are a couple by another
 * word. `generation`: one of a couple would be the other's parent. `ancestor`: someone would be their own ancestor. `changed`: it is no
 * longer what the user saw.
 */
const linkObstacle = z.enum(['self', 'noted', 'couple', 'generation', 'ancestor', 'changed'])

/** The outcome for a link: `id` has the role now, and `is_new` if this call stored it; or nothing was changed, and why. */
export const linkOutcome = z.strictObject({
  id: z.string(),
  is_new: z.boolean(),
  refused: z
    .strictObject({
      why: linkObstacle,
      by: z.strictObject({ from: estateNode, to: estateNode, role: z.string() }).nullable(),
    })
    .nullable(),
})

const estateMap = z.strictObject({
  household_name: z.string(),
  /** All entities, or none if there are more than `maxEstateEntities`. */
  entities: z.array(estateEntity),
  entity_count: z.number().int(),
  people: z.array(estatePerson),
  edges: z.array(estateEdge),
  proposals: z.array(estateProposal),
  links: z.array(estateLink),
  /** Summaries that were not searched for names, because there is too much text. */
  unread_summaries: z.number().int(),
})

/** The least and the largest year of an amount. */
export const amountYears = { min: 1900, max: 2200 } as const
/** The most times that an amount counts in one household. */
export const maxPrimaries = 9

/** An amount for each living primary, such as an exemption, and the year that it is of: the user's assumption. */
export const estateAmount = z.strictObject({
  /** In USD. */
  usd: z.number().min(0.01, 'must be positive').max(1e12, 'must be at most a trillion dollars'),
  year: z.number().int().min(amountYears.min).max(amountYears.max),
})

/** The amount for one household's estate instead of the firm's. */
export const ownEstateAmount = z.strictObject({
  /** Null: the firm's. */
  amount: estateAmount.nullable(),
  /** How many times it counts; null: once for each living primary. */
  primaries: z.number().int().min(1).max(maxPrimaries).nullable(),
  /** The household is not compared. */
  is_off: z.boolean(),
})

/** The amounts on this computer. Null: none is set. */
const estateAmounts = z.strictObject({
  firm: estateAmount.nullable(),
  own: ownEstateAmount.nullable(),
  /** True if an amount is set for the firm or any household. */
  is_any: z.boolean(),
})

const pair = { from: estateNode, to: estateNode }

/** The most characters of an exported picture: SVG, or PNG in base64. A message has at most 4 MiB. */
export const maxPictureText = 3_800_000

const savedFile = z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })

export const estateContract = {
  /** The people, entities and links of a household. */
  map: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(estateMap),
  /** The user's links of one person or entity, at either end. */
  roles: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ...estateNode.shape }))
    .output(z.strictObject({ links: z.array(estateLink) })),
  /** Those whom the user noted as trustees of entities, in the order they were noted, if they are in the offline copy. */
  trustees: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, entity_ids: z.array(idInput).max(200) }))
    .output(
      z.strictObject({
        entities: z.array(
          z.strictObject({ id: z.string(), trustees: z.array(estateNode.extend({ name: z.string() })) }),
        ),
      }),
    ),
  /**
   * Stores a link on this computer; it is never sent. A link that exists already, with the same role, is not stored again. `replaces`:
   * the link that is removed for it.
   */
  addLink: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        household_id: idInput,
        ...pair,
        role: estateRole,
        origin: z.enum(['drawn', 'confirmed']),
        replaces: ownId.optional(),
      }),
    )
    .output(linkOutcome),
  /** Removes a link, or restores it as it was. */
  setLinkRemoved: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: ownId, removed: z.boolean() }))
    .output(linkOutcome),
  /**
   * Puts another record of the household in the place of one end of a link. `was`: the record that the user saw at that end. `replaces`:
   * the link that is removed for it.
   */
  moveLink: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        id: ownId,
        end: z.enum(['from', 'to']),
        was: estateNode,
        node: estateNode,
        replaces: ownId.optional(),
      }),
    )
    .output(linkOutcome),
  /** The firm's amount for each living primary, and a household's own. They are stored on this computer only. */
  amounts: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput.nullable() }))
    .output(estateAmounts),
  /** Sets the firm's amount; null removes it. */
  setFirmAmount: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, amount: estateAmount.nullable() }))
    .output(nothing),
  /** Sets what one household is compared with; null: the firm's amount. */
  setOwnAmount: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, household_id: idInput, own: ownEstateAmount.nullable() }))
    .output(nothing),
  /** Records that a proposal was rejected, by its role and evidence, or withdraws that. */
  setRejected: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        ...pair,
        role: z.string().nullable(),
        evidence: z
          .array(z.strictObject({ kind: z.enum(['summary', 'asset']), source: idInput }))
          .min(1)
          .max(maxEvidence),
        rejected: z.boolean(),
      }),
    )
    .output(nothing),
  /**
   * Saves the map as a picture where the user chooses. Null if the user cancels. Throws `ipc/bad-request` for anything but a
   * PNG, or an SVG without scripts, embedded pages and references.
   */
  savePicture: procedure({ permission: 'export' })
    .input(
      z.strictObject({
        connectionId,
        id: idInput,
        picture: z.strictObject({
          format: z.enum(['svg', 'png']),
          /** SVG as text, PNG in base64. */
          content: z.string().min(1).max(maxPictureText),
        }),
      }),
    )
    .output(savedFile),
  /** Saves the user's links and dates in a household as JSON where the user chooses. Null if the user cancels. */
  exportLinks: procedure({ permission: 'export' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(savedFile),
}

export type EstateNode = z.infer<typeof estateNode>
export type EstateEntity = z.infer<typeof estateEntity>
export type EstatePerson = z.infer<typeof estatePerson>
export type EstateEvidence = z.infer<typeof estateEvidence>
export type EstateProposal = z.infer<typeof estateProposal>
export type EstateLink = z.infer<typeof estateLink>
export type LinkPlace = z.infer<typeof linkPlace>
export type LinkObstacle = z.infer<typeof linkObstacle>
export type LinkOutcome = z.infer<typeof linkOutcome>
export type EstateEdge = z.infer<typeof estateEdge>
export type EstateAmount = z.infer<typeof estateAmount>
export type OwnEstateAmount = z.infer<typeof ownEstateAmount>
export type EstateAmounts = z.infer<typeof estateAmounts>
export type EstateMap = z.infer<typeof estateMap>
