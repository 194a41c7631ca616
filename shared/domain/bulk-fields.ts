/** The most records that one bulk edit may be about. */
export const maxBulk = 5000

/** What of each resource can be changed for many at once: what makes sense for many, and nothing that names one record. */
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
