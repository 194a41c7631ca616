/** Rows that all grids show, answered as if they came from elsewhere: after about a millisecond. */
export const total = 1_000_000

export const headers = ['Name', 'Household', 'Primary', 'Grantor', 'Trustee', 'Beneficiary', 'Born', 'Email', 'Updated']

const rowAt = (at) => [
  `Person ${at}`,
  `Household ${at % 170_000}`,
  at % 3 === 0 ? 'Yes' : 'No',
  'No',
  'No',
  'Yes',
  'Jan 1, 1970',
  `person${at}@example.com`,
  '3 years ago',
]

export async function readRows(offset, limit) {
  await new Promise((resolve) => setTimeout(resolve, 1))
  const count = Math.max(0, Math.min(limit, total - offset))
  return Array.from({ length: count }, (_, at) => rowAt(offset + at))
}
