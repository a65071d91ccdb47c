/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  folders: (organisation_id: number) => ['rows', 'file', 'folders', organisation_id] as const,
  /** A folder that the tree of folders does not have: it is too large. */
  folder: (id: number) => ['rows', 'file', 'folder', id] as const,
  /** Who stores how much. */
  filePeople: (organisation_id: number) => ['rows', 'file', 'people', organisation_id] as const,
  fileUsage: (organisation_id: number) => ['rows', 'file', 'usage', organisation_id] as const,
  /** The signed address of a file's content, which works for a minute. */
  fileAddress: (id: number, sha256: string | null) => ['fileAddress', id, sha256] as const,
  /** The beginning of a text file. */
  fileText: (id: number, sha256: string | null) => ['fileText', id, sha256] as const,
  /** What is attached. @param of `tracker_id`, `boundary_id` or `message_id` with its id */
  attachments: (of: object) => ['rows', 'attachment', 'of', of] as const,
  /** Files that may be attached, by their names. */
  attachable: (organisation_id: number, search: string) =>
    ['rows', 'file', 'attachable', organisation_id, search] as const,
}
