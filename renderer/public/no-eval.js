// The content security policy forbids building code from text, and reports whoever tries. zod would try once, to see
// whether it can; this tells it beforehand, and has to run before the first schema is made.
globalThis.__zod_globalConfig = { jitless: true }
