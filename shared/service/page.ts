import { z } from 'zod'

/** The position of a page in its list. Cursors are opaque. */
export const pageInfo = z.looseObject({
  has_next_page: z.boolean(),
  has_previous_page: z.boolean().optional(),
  start_cursor: z.string().nullish(),
  end_cursor: z.string().nullish(),
})

/** The envelope of a list response. Records are validated one by one, so here they may be anything. */
export const page = z.looseObject({
  data: z.array(z.unknown()),
  page_info: pageInfo,
  total_count: z.number().nullish(),
})

export type PageInfo = z.infer<typeof pageInfo>
export type Page = z.infer<typeof page>

/** The largest page size that the service allows. */
export const maxPageSize = 1000
