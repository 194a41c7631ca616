export { AddAsDate } from './AddAsDate.tsx'
export { RecordDates } from './RecordDates.tsx'
