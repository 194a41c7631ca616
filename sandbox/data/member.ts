import type { Individual } from '../schemas/responses.ts'
import type { Sex } from './names.ts'

export type Role =
  | 'primary'
  | 'late spouse'
  | 'child'
  | 'stepchild'
  | 'child-in-law'
  | 'grandchild'
  | 'parent'
  | 'counsel'

export interface Member {
  record: Individual
  role: Role
  age: number
  sex: Sex
}

/** The life of a household, from which ages, children and wealth follow. */
export type Shape = 'retired' | 'established' | 'young' | 'widowed' | 'blended' | 'single'
