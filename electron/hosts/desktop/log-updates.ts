import type { Log } from '../../logs/log.ts'
import type { UpdateTalk } from '../../updates/updates.ts'

/** The same dialogs with logging: what the user was told and agreed to is logged. */
export function noteUpdates(talk: UpdateTalk, log: Log): UpdateTalk {
  return {
    async ask(question) {
      const agreed = await talk.ask(question)
      if (agreed) log('update', { about: question.about })
      return agreed
    },
    tell(news) {
      log('update', { about: news.about === 'failed' ? news.failure : news.about })
      return talk.tell(news)
    },
  }
}
