import { Type } from 'typebox'
import { Id, OpenJson } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** What a colleague has answered, without who and when. Its id is random, so that ids say nothing of the order. */
export const DevfeedbackAnswer = defineTable({
  name: 'devfeedback_answer',
  columns: { id: Type.String({ format: 'uuid' }), organisation_id: Id, devfeedback_id: Id, answers: OpenJson(65_536) },
  required: ['organisation_id', 'devfeedback_id', 'answers'],
})
