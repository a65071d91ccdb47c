/** Rooms of the live connection. */
export const liveRooms = {
  everybody: 'everybody',
  session: (session_id: number | null) => `session:${session_id}`,
  user: (user_id: number) => `user:${user_id}`,
  /** All of its members. */
  organisation: (organisation_id: number) => `organisation:${organisation_id}`,
  /** Members who see every tracker of the organisation. */
  staff: (organisation_id: number) => `organisation:${organisation_id}:staff`,
  /** A member who sees their own trackers. */
  owner: (organisation_id: number, user_id: number) => `organisation:${organisation_id}:user:${user_id}`,
  /** Members of a room with a viewport: they get its alerts but not all positions. */
  alertsOnly: (room: string) => `${room}:alerts`,
} as const
