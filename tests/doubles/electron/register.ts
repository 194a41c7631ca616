import { registerHooks } from 'node:module'

// Once this is imported, `electron` is the double in every module that is imported later.

registerHooks({
  resolve: (specifier, context, next) =>
    next(/^electron($|\/)/.test(specifier) ? new URL('./index.ts', import.meta.url).href : specifier, context),
})
