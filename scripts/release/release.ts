/** What the files of a release are made of. */
export type Release = {
  version: string
  image: string
  digest: string | null
  url: string
  protocols: readonly { name: string; port: number; udp: boolean }[]
}
/** Files by path, as text or as what is written in YAML, and what is copied from this folder. */
export type Folder = { files: Record<string, string | object>; copies: Record<string, string> }
