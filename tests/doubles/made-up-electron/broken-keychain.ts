// A keychain module that loses what it is given.
export const setPassword = async (): Promise<void> => {}
export const getPassword = async (): Promise<null> => null
export const deletePassword = async (): Promise<boolean> => false
export const findCredentials = async (): Promise<[]> => []
export default { setPassword, getPassword, deletePassword, findCredentials }
