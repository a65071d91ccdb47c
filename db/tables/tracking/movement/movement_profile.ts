import { Type } from 'typebox'
import { Id, Nullable, Sized, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

export const profileKinds = ['car', 'truck', 'plant', 'boat', 'person', 'animal', 'container'] as const

const within = (minimum: number, maximum: number) => Type.Optional(Type.Number({ minimum, maximum }))

/** Metres, seconds, metres per second; what is left out is that of the kind. */
const Settings = Type.Object(
  {
    accuracy_max_m: within(10, 5000),
    speed_max: within(5, 350),
    rest_radius_m: within(10, 1000),
    rest_radius_max_m: within(10, 5000),
    stop_min_s: within(30, 86_400),
    stop_ignition_off_s: within(0, 86_400),
    trip_min_m: within(0, 10_000),
    departure_speed: within(0, 20),
    idle_min_s: within(60, 86_400),
    tow_min_m: within(50, 100_000),
    no_data_s: within(60, 604_800),
    visit_min_s: within(0, 86_400),
    speed_limit: Type.Optional(Nullable(Type.Number({ minimum: 1, maximum: 350 }))),
    speed_tolerance: within(0, 1),
    speeding_min_s: within(0, 3600),
    road_limits: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** A time of the day by the clock of the organisation, as 08:00. */
export const CLOCK = '^([01][0-9]|2[0-3]):[0-5][0-9]$'

const Work = Type.Object(
  {
    days: Type.String({ maxLength: 7, pattern: '^[1-7]{1,7}$', description: 'working days, 1 is Monday: 12345' }),
    from: Type.String({ maxLength: 5, pattern: CLOCK, description: 'when work begins, as 08:00' }),
    until: Type.String({
      maxLength: 5,
      pattern: CLOCK,
      description: 'when it ends; not later than its begin: on the next day',
    }),
  },
  { additionalProperties: false },
)

/** Values of the rules of movement for an organisation's trackers: those of a kind, with changes. */
export const MovementProfile = defineTable({
  name: 'movement_profile',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    kind: Type.Unsafe<(typeof profileKinds)[number]>(Type.String({ enum: [...profileKinds] })),
    /** Values that differ from those of the kind. */
    settings: Sized(4096, Settings),
    /** All trackers of this type follow it, unless they or their groups have another. One profile a type. */
    default_for: Nullable(Type.Unsafe<'gps' | 'phone'>(Type.String({ enum: ['gps', 'phone'] }))),
    /** Working hours of its trackers; null: those of the report that asks. */
    work: Nullable(Work),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'kind'],
  removal: {},
  conflicts: { movement_profile_name: ['name_conflict', 'name'] },
})
