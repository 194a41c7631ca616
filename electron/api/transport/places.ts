import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementPlaces(os: Implementer['places'], { places }: Core) {
  return {
    recents: os.recents.handler(({ input }) => places.recents(input.connectionId)),
    visit: os.visit.handler(async ({ input: { connectionId, ...place } }) => {
      await places.visit(connectionId, place)
      return {}
    }),
    favourites: os.favourites.handler(({ input }) => places.favourites(input.connectionId)),
    setFavourite: os.setFavourite.handler(async ({ input: { connectionId, ...place } }) => {
      await places.setFavourite(connectionId, place)
      return {}
    }),
    me: os.me.handler(({ input }) => places.me(input.connectionId)),
    setMe: os.setMe.handler(async ({ input }) => {
      await places.setMe(input.connectionId, input.user_id)
      return {}
    }),
  }
}
