// Versions of an integration, and the differences between two of them.
import { z } from 'zod';
import { Version, VersionDifference } from '~/services/integrations/versions';
import { Backtest } from '~/services/test-runs/backtest';
import { registerResponse } from './registry';

export const VersionResponse = registerResponse('Version', Version);

export const Difference = registerResponse('VersionDifference', VersionDifference);

export const ComparisonResponse = registerResponse(
  'VersionComparison',
  z.object({ differences: z.array(Difference) }),
);

export const BacktestResponse = registerResponse('Backtest', Backtest);
