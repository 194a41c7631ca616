import { describe, expect, it } from 'vitest'
import { resources, staleDomains } from '../../../shared/service/resource.ts'

describe('stale queries', () => {
  it('include the changed resource’s own', () => {
    const domainOf = { 'document-summaries': 'documentSummaries' } as const
    for (const resource of resources) {
      const own = resource === 'document-summaries' ? domainOf[resource] : resource
      expect(staleDomains([resource])).toContain(own)
    }
  })

  it('include those that borrow a name, a count or a value', () => {
    expect(staleDomains(['households'])).toContain('documents')
    expect(staleDomains(['valuations'])).toContain('entities')
    expect(staleDomains(['valuations'])).toContain('households')
    expect(staleDomains(['users'])).toContain('households')
    expect(staleDomains(['document-summaries'])).toContain('documents')
    // Entities are sorted and filtered by the names of their trustees.
    expect(staleDomains(['individuals'])).toContain('entities')
  })

  it('leave alone what shows nothing of the change', () => {
    expect(staleDomains(['valuations'])).not.toContain('individuals')
    expect(staleDomains([]).size).toBe(0)
  })
})
