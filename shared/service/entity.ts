import { z } from 'zod'
import { entityFields } from '../records/entity.ts'
import { receivedShape } from './field-schemas.ts'
import { entityId, recordFields } from './fields.ts'

/** The 22 kinds in the API description. A value outside this list is kept and shown unchanged. */
export const entityKinds = [
  'REVOCABLE_TRUST',
  'IRREVOCABLE_TRUST',
  'SLAT_TRUST',
  'ILIT_TRUST',
  'QPRT_TRUST',
  'GRAT_TRUST',
  'CRT_TRUST',
  'CLT_TRUST',
  'INDIVIDUAL_PERSONAL_ACCOUNT',
  'JOINT_PERSONAL_ACCOUNT',
  'CUSTODIAL_PERSONAL_ACCOUNT',
  'INSURANCE_PERSONAL_ACCOUNT',
  'QUALIFIED_TUITION_PERSONAL_ACCOUNT',
  'RETIREMENT_PERSONAL_ACCOUNT',
  'DONOR_ADVISED_FUND',
  'PRIVATE_FOUNDATION',
  'LLC_BUSINESS_ENTITY',
  'LP_BUSINESS_ENTITY',
  'GP_BUSINESS_ENTITY',
  'SOLE_PROPRIETORSHIP_BUSINESS_ENTITY',
  'SCORP_BUSINESS_ENTITY',
  'CCORP_BUSINESS_ENTITY',
] as const

/** Lifecycle stages; no endpoint changes them. */
export const entityStages = [
  'PRE_CREATED',
  'AI_CREATING',
  'AI_CREATION_FAILED',
  'AI_NEEDS_REVIEW',
  'DRAFT',
  'READY_FOR_PROPOSAL',
  'IMPLEMENTATION',
  'ACTIVE',
  'COMPLETED',
  'ARCHIVED',
] as const

export const inEstateStatuses = ['in_estate', 'out_of_estate', 'none'] as const

/** A trust, account, fund, foundation or business, as sent by the service. Enums are open; unknown fields are kept. */
export const entity = z.looseObject({ id: entityId, ...recordFields, ...receivedShape(entityFields) })

export type Entity = z.infer<typeof entity>
