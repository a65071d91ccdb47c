import { type Static, Type } from 'typebox'
import { TimeOfDay } from '../people/alert_preferences.ts'

/**
 * Weekly times by the wall clock of a timezone. One that ends before it begins continues past midnight; one that ends
 * when it begins lasts a day.
 *
 * @example { timezone: 'Pacific/Auckland', weekly: [{ days: [1, 2, 3, 4, 5], from: '18:00', to: '07:00' }] }
 */
export const Schedule = Type.Object(
  {
    timezone: Type.String({ minLength: 1, maxLength: 64 }),
    weekly: Type.Array(
      Type.Object(
        {
          /** 1 is Monday, 7 is Sunday; for one past midnight, the day on which it begins. */
          days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
          from: TimeOfDay,
          to: TimeOfDay,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
  },
  { additionalProperties: false },
)

export type Schedule = Static<typeof Schedule>
