/** How the app may look, as a person chooses it. */
export const themes = ['system', 'light', 'dark'] as const
