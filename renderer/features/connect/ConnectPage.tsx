export function ConnectPage() {
  return null
}
