// A keychain module that keeps everything in memory and is never locked.
const entries = new Map<string, string>()
const nameOf = (service: string, account: string) => `${service}\n${account}`

export const setPassword = async (service: string, account: string, secret: string): Promise<void> =>
  void entries.set(nameOf(service, account), secret)
export const getPassword = async (service: string, account: string): Promise<string | null> =>
  entries.get(nameOf(service, account)) ?? null
export const deletePassword = async (service: string, account: string): Promise<boolean> =>
  entries.delete(nameOf(service, account))
export const findCredentials = async (): Promise<[]> => []
export default { setPassword, getPassword, deletePassword, findCredentials }
