/** The values of the rules, by the kind of thing that carries the tracker. Metres, seconds, metres per second. */
export type Profile = {
  /** A fix of a larger radius is not usable. */
  accuracy_max_m: number
  /** The maximum plausible speed between two fixes. */
  speed_max: number
  /** Radius of a rest, at least and at most. */
  rest_radius_m: number
  rest_radius_max_m: number
  /** A shorter rest is a pause of the trip. */
  stop_min_s: number
  /** With the ignition off a rest is a stop after this time. */
  stop_ignition_off_s: number
  /** What never was farther from its rest is drift, not a trip. */
  trip_min_m: number
  /** Speed at which a vehicle with the ignition on leaves its rest early. */
  departure_speed: number
  idle_min_s: number
  tow_min_m: number
  /** Silence from which nothing is known, at least; also three of its usual intervals. */
  no_data_s: number
  /** A shorter stay in a boundary is passing through. */
  visit_min_s: number
  /** The limit of its own; null: none. */
  speed_limit: number | null
  /** Share above a limit that is tolerated. */
  speed_tolerance: number
  speeding_min_s: number
  /** Whether the limits of roads hold, where roads are known. */
  road_limits: boolean
}

const car: Profile = {
  accuracy_max_m: 150,
  speed_max: 70,
  rest_radius_m: 60,
  rest_radius_max_m: 250,
  stop_min_s: 180,
  stop_ignition_off_s: 60,
  trip_min_m: 150,
  departure_speed: 2,
  idle_min_s: 300,
  tow_min_m: 500,
  no_data_s: 600,
  visit_min_s: 120,
  speed_limit: null,
  speed_tolerance: 0.05,
  speeding_min_s: 10,
  road_limits: true,
}

/** Defaults by kind. */
export const profiles = {
  car,
  truck: { ...car, rest_radius_m: 80, stop_min_s: 300, speed_max: 45, trip_min_m: 200 },
  plant: { ...car, rest_radius_m: 100, stop_min_s: 600, speed_max: 30, trip_min_m: 250, road_limits: false },
  boat: {
    ...car,
    rest_radius_m: 100,
    rest_radius_max_m: 300,
    stop_min_s: 600,
    speed_max: 40,
    trip_min_m: 300,
    road_limits: false,
  },
  person: { ...car, stop_min_s: 300, trip_min_m: 150, accuracy_max_m: 100, departure_speed: 1, road_limits: false },
  animal: {
    ...car,
    rest_radius_m: 80,
    stop_min_s: 900,
    speed_max: 30,
    trip_min_m: 200,
    departure_speed: 1,
    road_limits: false,
  },
  container: { ...car, rest_radius_m: 150, stop_min_s: 1800, trip_min_m: 500, no_data_s: 7200, road_limits: false },
} as const satisfies Record<string, Profile>

export type ProfileKind = keyof typeof profiles
export const profileKinds = Object.keys(profiles) as ProfileKind[]
