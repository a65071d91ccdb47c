/** Query parameters of a list. */
export type ListQuery = {
  search?: string
  sort?: string
  limit?: number
  offset?: number
  /** The cursor: `info.next` of the previous page. */
  after?: string
  [filter: string]: unknown
}
