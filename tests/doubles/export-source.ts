import type { ExportSource } from '../../electron/exports/export-list.ts'
import type { ExportRequest } from '../../electron/exports/export-request.ts'

/** Generates individuals on demand, without storing them. */
export function createExportSource(total: number): ExportSource & { windows: number[] } {
  const windows: number[] = []
  return {
    windows,
    order: Int32Array.from({ length: total }, (_, at) => at + 1),
    async rows(places) {
      windows.push(places.length)
      return [...places].map((place) => ({
        id: `client_profile_${place}`,
        title: `Person, ${place} “of many” ${(place * 2_654_435_761) % 4_294_967_296}`,
        email: `person${place}@family${place % 977}.example`,
        date_of_birth: `19${String(place % 90).padStart(2, '0')}-0${1 + (place % 9)}-1${place % 10}`,
        is_primary: place % 3 === 0,
        updated_at: '2024-05-06T07:08:09.000Z',
      }))
    },
  }
}

export const individualsRequest = (format: 'csv' | 'xlsx'): ExportRequest => ({
  resource: 'individuals',
  format,
  sort: { column: 'title', direction: 'asc' },
  filters: [],
  scope: {},
  columns: [
    { column: 'title', header: 'Name', kind: 'text' },
    { column: 'email', header: 'Email', kind: 'text' },
    { column: 'date_of_birth', header: 'Born', kind: 'date' },
    { column: 'is_primary', header: 'Primary', kind: 'boolean' },
    { column: 'updated_at', header: 'Updated', kind: 'time' },
  ],
  selected: null,
  parsed: true,
})
