import { Table, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Charts.module.css'

/** A chart with its numbers as a table below, for those who read them, or do not see the drawing. */
export function Figure({ title, head, rows, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes.figure} aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <div aria-hidden>{children}</div>
      <details className={classes.numbers}>
        <summary>{t('cpd:charts.table')}</summary>
        <Table.ScrollContainer minWidth={0} type="native">
          <Table className={classes.table!}>
            <Table.Thead>
              <Table.Tr>
                {head.map((name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([name, ...cells]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {cells.map((cell, index) => (
                    <Table.Td key={head[index + 1]}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </section>
  )
}

type Props = {
  title: string
  head: string[]
  /** The first cell of each names it. */
  rows: string[][]
  children: ReactNode
}
