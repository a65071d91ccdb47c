/**
 * Positions of others in the answers to OwnTracks: what has changed since the last answer, and a card with the name of
 * each that the app does not know yet.
 */
export class Friends {
  #read: ReadFriends
  /** By the tracker of the phone, the one that was answered last at the end. */
  #answered = new Map<number, Answered>()

  constructor(read: ReadFriends) {
    this.#read = read
  }

  /** @returns messages for the app, none before a minute is over, or why the key is refused */
  async of(phone_id: number, key: string, address: string): Promise<object[] | { refused: string }> {
    const before = this.#answered.get(phone_id)
    const now = Date.now()
    // Another key may show others.
    const known = before?.key === key && now - before.since < FORGET_MS ? before : { key, since: now, sent: new Map() }
    if (before && known === before && now - before.at < EVERY_MS) return []
    this.#remember(phone_id, { ...known, at: now })
    const friends = await this.#read(key, address)
    if ('refused' in friends) return friends
    const ids = idsOf(friends)
    return friends.flatMap((friend) => {
      const { tracker_id, fix_at, name } = friend
      const sent = known.sent.get(tracker_id)
      if (tracker_id === phone_id || sent?.fix_at === fix_at) return []
      known.sent.set(tracker_id, { fix_at, name })
      const to = { tid: ids.get(tracker_id)!, topic: `owntracks/ringfence/${tracker_id}` }
      const card = sent?.name === name ? [] : [{ _type: 'card', name, ...to }]
      return [...card, { ...locationOf(friend), ...to }]
    })
  }

  #remember(phone_id: number, answered: Answered): void {
    this.#answered.delete(phone_id)
    this.#answered.set(phone_id, answered)
    if (this.#answered.size > MOST_PHONES) this.#answered.delete(this.#answered.keys().next().value!)
  }
}

/** The app has speeds in kilometres an hour, and times in seconds. */
function locationOf({ fix_at, lon, lat, altitude, heading, speed, accuracy, battery }: Friend) {
  const rounded = Object.entries({
    alt: altitude,
    cog: heading,
    vel: speed && speed * 3.6,
    acc: accuracy,
    batt: battery,
  })
  const known = rounded.filter((pair): pair is [string, number] => pair[1] !== null)
  const others = Object.fromEntries(known.map(([name, value]) => [name, Math.round(value)]))
  return { _type: 'location', tst: Math.floor(Date.parse(fix_at) / 1000), lat, lon, ...others }
}

/** Two characters, by which the app tells friends apart: of an id mostly the same, whichever others there are. */
function idsOf(friends: Friend[]): Map<number, string> {
  const taken = new Set<number>()
  const ids = friends.map(({ tracker_id }) => tracker_id).sort((a, b) => a - b)
  return new Map(
    ids.map((id) => {
      let short = id % COUNT
      while (taken.has(short)) short = (short + 1) % COUNT
      taken.add(short)
      return [id, short.toString(BASE).padStart(2, '0').toUpperCase()]
    }),
  )
}

const BASE = 36
const COUNT = BASE ** 2
const EVERY_MS = 60_000
/** After which all is sent again: its person may have reinstalled the app, or deleted friends. */
const FORGET_MS = 6 * 3_600_000
const MOST_PHONES = 10_000

/** Where the trackers are that an API key reads; implemented by `api`. @returns why the key is refused, or at most 100 */
export type ReadFriends = (key: string, address: string) => Promise<Friend[] | { refused: string }>
type Friend = {
  tracker_id: number
  name: string
  fix_at: string
  lon: number
  lat: number
  altitude: number | null
  heading: number | null
  speed: number | null
  accuracy: number | null
  battery: number | null
}
type Answered = { key: string; since: number; at: number; sent: Map<number, { fix_at: string; name: string }> }
