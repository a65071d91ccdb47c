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
  /** Members who are limited to groups of trackers, in the room of each of them. */
  group: (organisation_id: number, group_id: number) => `organisation:${organisation_id}:group:${group_id}`,
  /** Members of a room with a viewport: they get its alerts but not all positions. */
  alertsOnly: (room: string) => `${room}:alerts`,
} as const

/** The rooms of those who may see a tracker. */
export function roomsOf(organisation_id: number, { owner_user_id, group_id }: Belonging): string[] {
  const rooms = [liveRooms.staff(organisation_id)]
  if (owner_user_id !== null) rooms.push(liveRooms.owner(organisation_id, owner_user_id))
  if (group_id !== null) rooms.push(liveRooms.group(organisation_id, group_id))
  return rooms
}

/** The rooms of those who may see what is of one tracker, or of two: then only who is in a room of both. */
export function roomsOfBoth(organisation_id: number, one: Belonging, other: Belonging | null | undefined): string[] {
  const rooms = roomsOf(organisation_id, one)
  if (!other) return rooms
  const others = roomsOf(organisation_id, other)
  return rooms.filter((room) => others.includes(room))
}

/** Whose a tracker is: with those who see all of its organisation, its owner and the members of its group see it. */
export type Belonging = { owner_user_id: number | null; group_id: number | null }
