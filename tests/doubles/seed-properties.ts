import './compare-bytes.ts'
import fc from 'fast-check'
import { propertySeed } from './property-runs.ts'

// Vitest's set-up of every test file: properties without a seed of their own take this one.
fc.configureGlobal({ seed: propertySeed })
