/** What a list is asked for. */
export type ListQuery = {
  search?: string
  sort?: string
  limit?: number
  offset?: number
  /** Where the page before this one ended: its `info.next`. */
  after?: string
  [filter: string]: unknown
}
