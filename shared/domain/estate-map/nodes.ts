import type { EstateNode } from '../../ipc/estate.ts'

/** One text per node: `individuals/1`. */
export const nodeKey = ({ resource, id }: EstateNode): string => `${resource}/${id}`

/** The node of a key; null for anything else. */
export function nodeOf(key: string | null | undefined): EstateNode | null {
  const [resource, ...id] = (key ?? '').split('/')
  return resource === 'individuals' || resource === 'entities' ? { resource, id: id.join('/') } : null
}
