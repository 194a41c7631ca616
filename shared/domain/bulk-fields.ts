/** The most records in one bulk edit. */
export const maxBulk = 5000

/**
 * The fields of each resource that a bulk edit can change: those for which one value makes sense for many records, and none
 * that names a record.
 */
export const bulkFields = {
  households: ['primary_relationship_owner_id'],
  individuals: [
    'is_beneficiary',
    'is_grantor',
    'is_trustee',
    'is_deceased',
    'address_line1',
    'address_line2',
    'city',
    'state',
    'postal_code',
    'country',
  ],
  documents: ['type', 'enable_ai_suggestions'],
} as const
