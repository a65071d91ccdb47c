import { Type } from 'typebox'
import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** `message`: by the link in it. `page`: on the page of the drill. `alert`: the alert was acknowledged, as others are. */
export const answerWays = ['message', 'page', 'alert'] as const
export type AnswerWay = (typeof answerWays)[number]

/** That a person has acknowledged a fire drill. */
export const FireDrillAnswer = defineTable({
  name: 'fire_drill_answer',
  columns: {
    organisation_id: Id,
    fire_drill_id: Id,
    user_id: Id,
    via: Type.Unsafe<AnswerWay>(Type.String({ enum: [...answerWays] })),
    answered_at: Timestamp,
  },
  required: ['organisation_id', 'fire_drill_id', 'user_id', 'via'],
})
