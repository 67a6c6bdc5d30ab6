import { afterAll } from 'vitest';
import { removeLeftovers } from '../support/leftovers';

afterAll(removeLeftovers);
