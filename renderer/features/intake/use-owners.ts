export { type Choice, type Owners, useOwners } from '../../components/use-owners.ts'
