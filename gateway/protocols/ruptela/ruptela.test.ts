import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { ruptela } from './index.ts'

describeFrames(ruptela)
