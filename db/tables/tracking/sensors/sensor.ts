import { Type } from 'typebox'
import { Id, Json, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

const Amount = Type.Number({ minimum: -1e12, maximum: 1e12 })
const State = Type.Object(
  { value: Amount, text: Type.String({ minLength: 1, maxLength: 40 }) },
  { additionalProperties: false },
)

/**
 * An attribute of reports with a name, a unit and a calibration. It is of a tracker, of a group and all below it, or
 * of all trackers of the organisation; of several with one name the nearest applies.
 */
export const Sensor = defineTable({
  name: 'sensor',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Nullable(Id),
    group_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** The attribute, such as `fuel`; dots lead into objects and lists: `beacons.0.temperature`. Empty for a sum. */
    path: Type.String({ maxLength: 100, pattern: '^([^.]+(\\.[^.]+){0,4})?$' }),
    /** The names of the sensors whose values it adds up, of those that apply to the tracker; null for an attribute. */
    sum_of: Nullable(Json(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 2, maxItems: 8 }))),
    unit: Type.String({ maxLength: 20 }),
    /** The value is the reported one times `factor` plus `value_offset`, where there are no points. */
    factor: Amount,
    value_offset: Amount,
    /** Reported values, rising, each with what it stands for; those between lie on the line between. */
    points: Nullable(
      Json(Type.Array(Type.Array(Amount, { minItems: 2, maxItems: 2 }), { minItems: 2, maxItems: 100 })),
    ),
    /** The value is the median of the last N reports; of 1 it is the report's own. */
    median_of: Type.Integer({ minimum: 1, maximum: 31 }),
    /** What values are called, such as 0 closed and 1 open. A yes is 1, a no 0. */
    states: Nullable(Json(Type.Array(State, { minItems: 1, maxItems: 20 }))),
    /** Its place among others: the lowest is first. */
    sort_order: Type.Integer({ minimum: 0, maximum: 10_000 }),
    /** A value below or above raises an alert. */
    low: Nullable(Amount),
    high: Nullable(Amount),
    /** Seconds for which it lies there before. */
    hold_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
    /** How far it comes back before the alert ends. */
    hysteresis: Type.Number({ minimum: 0, maximum: 1e12 }),
    /** Of a tank: the least change that is a filling or a loss; null for other sensors. */
    fuel_step: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name'],
  names: ['name'],
  moves: { named_in: ['sensor_id'] },
  conflicts: { sensor_same_name: ['name_conflict', 'name'] },
})
