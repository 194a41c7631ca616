import { z } from 'zod'

// The content security policy forbids building code from text; zod would try once and be reported for it.
z.config({ jitless: true })
