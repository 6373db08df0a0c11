/// @file
/// Write a bot for the Mau-Mau arena.
#pragma once

#include <maumau/allowed.hpp>
#include <maumau/best.hpp>
#include <maumau/bot.hpp>
#include <maumau/cards.hpp>
#include <maumau/choice.hpp>
#include <maumau/event.hpp>
#include <maumau/match.hpp>
#include <maumau/run.hpp>
#include <maumau/text.hpp>
#include <maumau/view.hpp>
