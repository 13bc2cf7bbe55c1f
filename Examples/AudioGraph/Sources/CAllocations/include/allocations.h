// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#pragma once

/// How often memory was allocated in this process; -1 where that is not known.
long allocation_count(void);
