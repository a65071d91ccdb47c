import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from './useSending.ts'

export function RefusalAlert({ refusal, children }: { refusal: Refusal | null; children?: ReactNode }) {
  if (!refusal) return null
  return (
    <Alert color="red" variant="light" role="alert" p="sm">
      {refusal.message}
      {children}
    </Alert>
  )
}
