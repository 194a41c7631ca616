import { type Agent, Dispatcher } from 'undici'

/** A dispatcher that sends through the agent it was given last. */
export type ReplaceableDispatcher = {
  readonly dispatcher: Dispatcher
  /**
   * New requests go through `next`. Requests under way end undisturbed; their agent is closed when they have ended.
   */
  replace(next: Agent): void
  /** Ends all requests and closes all connections. */
  destroy(): Promise<void>
}

class Switch extends Dispatcher {
  #agent: Agent

  constructor(agent: Agent) {
    super()
    this.#agent = agent
  }

  get agent(): Agent {
    return this.#agent
  }

  use(agent: Agent): void {
    this.#agent = agent
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#agent.dispatch(options, handler)
  }
}

/** A {@link ReplaceableDispatcher} that begins with `first`, which it owns. */
export function createReplaceableDispatcher(first: Agent): ReplaceableDispatcher {
  const dispatcher = new Switch(first)
  const ending = new Set<Agent>()
  return {
    dispatcher,
    replace(next) {
      const before = dispatcher.agent
      dispatcher.use(next)
      ending.add(before)
      void before
        .close()
        .catch(() => {})
        .finally(() => ending.delete(before))
    },
    async destroy() {
      await Promise.all([dispatcher.agent, ...ending].map((agent) => agent.destroy()))
    },
  }
}
