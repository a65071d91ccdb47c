import type { Row } from '#api/client.ts'

export type Plan = Row<'reminderplan'>
export type Step = Plan['steps'][number]
/** A step while it is edited. */
export type EditedStep = Omit<Step, 'days'> & { key: number; days: number | string; after: boolean }

/** What texts may name, as the server has it. */
export const placeholders = ['name', 'number', 'open', 'due_on', 'days_late', 'organisation', 'how_to_pay', 'link'].map(
  (name) => `{{${name}}}`,
)

/** Mails are in the organisation's own words; these are to begin with. */
const ending = '{{how_to_pay}}\n\n{{link}}\n\nKind regards\n{{organisation}}'
export const firstSteps: Step[] = [
  {
    days: -3,
    subject: '{{number}} is due on {{due_on}}',
    text: `Dear {{name}},\n\ninvoice {{number}} is due on {{due_on}}. To pay: {{open}}. If you have paid it already, thank you.\n\n${ending}`,
  },
  {
    days: 7,
    subject: 'Overdue: {{number}} from {{organisation}}',
    text: `Dear {{name}},\n\ninvoice {{number}} was due on {{due_on}}, and {{open}} has not arrived. Please pay it now.\n\n${ending}`,
  },
  {
    days: 21,
    subject: 'Still overdue: {{number}} from {{organisation}}',
    text: `Dear {{name}},\n\ninvoice {{number}} has been overdue for {{days_late}} days. {{open}} is still open. Please pay it, or answer this mail.\n\n${ending}`,
  },
]

let nextKey = 1
export const edited = ({ days, ...step }: Step): EditedStep => ({
  ...step,
  key: nextKey++,
  days: Math.abs(days),
  after: days >= 0,
})
export const toStep = ({ days, after, subject, text }: EditedStep): Step => ({
  days: after ? Number(days) : -Number(days),
  subject,
  text,
})
/** A further step, a week after the last. */
export const nextStep = (steps: EditedStep[]): EditedStep => {
  const last = Math.max(0, ...steps.map(({ days, after }) => (after ? Number(days) : 0)))
  return edited({ ...firstSteps[1]!, days: Math.min(365, last + 7) })
}
