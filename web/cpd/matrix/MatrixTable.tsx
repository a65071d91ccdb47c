import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import classes from './Matrix.module.css'
import type { Matrix, MatrixPerson } from './queries.ts'

/** A row for each person, a column for each requirement. Names stay in view while the columns scroll. */
export function MatrixTable({ matrix, waiting, administers }: Props) {
  const { t } = useTranslation()
  const { columns, people, cycle_id } = matrix
  return (
    <section
      className={classes.scroll}
      data-waiting={waiting || undefined}
      aria-label={t('cpd:matrix.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('cpd:matrix.person')}</th>
            <th scope="col">{t('cpd:report.result')}</th>
            <th scope="col">{t('cpd:report.hours')}</th>
            {columns.map(({ key, title, short }) => (
              <th key={key} scope="col" className={classes.rule} title={title}>
                <div aria-hidden>{short}</div>
                <span className={classes.hidden}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((row) => (
            <tr key={row.user_id}>
              <th scope="row" className={classes.person}>
                {row.plan_id === null ? (
                  row.person
                ) : (
                  <Link to={paths.cpdReport(row.user_id, cycle_id)}>{row.person}</Link>
                )}{' '}
                <PlanState row={row} cycle_id={cycle_id} administers={administers} />
              </th>
              <td>
                <Verdict row={row} />
              </td>
              <td className={classes.number}>{row.hours}</td>
              {row.cells.map((cell, index) => (
                <td key={columns[index]!.key} className={classes.number} data-met={cell?.met ?? undefined}>
                  {cell === null ? (
                    <span className={classes.quiet}>–</span>
                  ) : (
                    <>
                      {cell.required > 0
                        ? t('cpd:dashboard.of', { counted: cell.counted, required: cell.required })
                        : cell.counted}
                      <span className={classes.hidden}> {t(`cpd:matrix.states.${wordOf(cell.met)}`)}</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How far the plan is; for administrators the way to it, since they decide there. */
function PlanState({ row, cycle_id, administers }: { row: MatrixPerson; cycle_id: number; administers: boolean }) {
  const { t } = useTranslation()
  const text = row.plan_state ? choiceOf(t, row.plan_state) : t('cpd:matrix.noPlan')
  const to = row.plan_id === null ? paths.plan({ user: row.user_id, cycle: cycle_id }) : paths.plan({ id: row.plan_id })
  return <span className={classes.quiet}>{administers ? <Link to={to}>{text}</Link> : text}</span>
}

function Verdict({ row: { verdict, nothing, at_risk } }: { row: MatrixPerson }) {
  const { t } = useTranslation()
  const state = at_risk ? 'at_risk' : verdict
  const color = { met: 'teal', at_risk: 'orange', unmet: 'blue', empty: 'gray' }[state]
  return (
    <>
      <Badge variant="light" color={color} className={classes.verdict!}>
        {t(`cpd:matrix.states.${state}`)}
      </Badge>
      {nothing && <div className={classes.quiet}>{nothing}</div>}
    </>
  )
}

type Props = { matrix: Matrix; waiting: boolean; administers: boolean }

const wordOf = (met: boolean | null) => (met === null ? 'empty' : met ? 'met' : 'unmet')
